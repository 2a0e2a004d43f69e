"""Where numbers were made: versions, processor, linear algebra."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_info

PACKAGES = ("gate-explorer", "numpy", "scikit-learn", "joblib", "dask", "plotly")


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that take part, those that are installed."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    # The version that runs, whatever the metadata on disk say.
    found["numpy"] = np.__version__
    return found


def processor() -> dict[str, str | int | None]:
    """Processor, cores, system and BLAS of this machine; no host or user names."""
    loaded = [lib for lib in threadpool_info() if lib["user_api"] == "blas"]
    # The kernels that OpenBLAS chose decide speed and the last digits of every product.
    blas = [f"{lib['internal_api']} {lib['version']} {lib.get('architecture', '')}".strip() for lib in loaded]
    return {
        "cpu": _cpu_name(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "blas": ", ".join(sorted(set(blas))),
    }


def _cpu_name() -> str:
    """The processor's name; Linux tells it in a file, others through the platform module."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
