"""One setting of the memory allocator, for the cost of small arrays."""

HEAP_BYTES = 2**23


def keep_freed_memory() -> None:
    """Let the C library keep up to 16 MB of freed memory instead of handing it back after every call.

    A training step allocates and frees some megabytes; returned to the system each time, they cost a page
    fault for every 4 kB, which doubles the time of the step. glibc raises its limits (to twice the size, here
    16 MB) when a block this large has been freed; elsewhere this is one unused allocation.
    """
    block = bytearray(HEAP_BYTES)
    del block
