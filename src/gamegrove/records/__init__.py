"""Games that others have recorded, in the formats of their collections."""
