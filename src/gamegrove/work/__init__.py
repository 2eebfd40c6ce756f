"""Work that is done by many: tasks, where they are done, and how a run goes on after any accident."""

from gamegrove.work.cluster import Cluster
from gamegrove.work.executor import Executor, Here
from gamegrove.work.processes import Processes
from gamegrove.work.run import perform
from gamegrove.work.task import Finished, Interrupted, Task

__all__ = ["Cluster", "Executor", "Finished", "Here", "Interrupted", "Processes", "Task", "perform"]
