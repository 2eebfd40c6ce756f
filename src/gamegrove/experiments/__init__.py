"""The experiments of the sources, run again: `gamegrove reproduce`."""
