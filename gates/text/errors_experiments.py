"""What experiments say about a wrong setting or file, in Chinese and English."""

TEXTS: dict[str, dict[str, str]] = {
    "error.experiment.unknown_task": {
        "zh": "没有名为“{name}”的任务，可选：{known}。",
        "en": "There is no task '{name}'; choose one of {known}.",
    },
    "error.experiment.choice": {
        "zh": "{name} 只能是 {allowed} 之一，不能是“{value}”。",
        "en": "{name} is one of {allowed}, not '{value}'.",
    },
    "error.experiment.range": {
        "zh": "{name} 应在 {low} 与 {high} 之间，现在是 {value}。",
        "en": "{name} lies between {low} and {high}, not {value}.",
    },
    "error.experiment.whole": {
        "zh": "{name} 应为整数，现在是 {value}。",
        "en": "{name} is a whole number, not {value}.",
    },
    "error.experiment.number": {
        "zh": "{name} 应为一个数，现在是 {value}。",
        "en": "{name} is a number, not {value}.",
    },
    "error.experiment.setting": {
        "zh": "没有名为“{name}”的设置。",
        "en": "There is no setting '{name}'.",
    },
    "error.experiment.list": {
        "zh": "--{name} 应为形如 {example} 的列表，不能是“{value}”。",
        "en": "--{name} is a list such as {example}, not '{value}'.",
    },
    "error.experiment.runs": {
        "zh": "一次实验应有 1 到 {most} 次运行，现在是 {count} 次。",
        "en": "A study has between 1 and {most} runs, this one has {count}.",
    },
    "error.experiment.clip": {
        "zh": "梯度范数上限应不小于 0，现在是 {max_norm}。",
        "en": "The largest gradient norm is 0 or more, not {max_norm}.",
    },
    "error.experiment.digits_length": {
        "zh": "一张数字有 {rows} 行，长度应不小于 {rows}，现在是 {length}。",
        "en": "A digit has {rows} rows, so its length is {rows} or more, not {length}.",
    },
    "error.experiment.sklearn_missing": {
        "zh": "手写数字来自 scikit-learn，请先安装：pip install scikit-learn",
        "en": "The digits come with scikit-learn; install it with: pip install scikit-learn",
    },
    "error.experiment.dask_missing": {
        "zh": "dask 后端需要 Dask，请先安装：pip install 'dask[distributed]'",
        "en": "The dask backend needs Dask; install it with: pip install 'dask[distributed]'",
    },
    "error.experiment.scheduler": {
        "zh": "--backend dask 需要用 --scheduler 给出调度器地址。",
        "en": "--backend dask needs --scheduler with the address of the scheduler.",
    },
    "error.experiment.no_scheduler": {
        "zh": "地址 {address} 上没有 Dask 调度器在 {seconds} 秒内应答。",
        "en": "No Dask scheduler answers at {address} within {seconds} s.",
    },
    "error.experiment.no_workers": {
        "zh": "{address} 的 Dask 集群没有工作进程。",
        "en": "The Dask cluster at {address} has no workers.",
    },
    "error.experiment.cluster_lost": {
        "zh": "与 {address} 的 Dask 集群失去联系；完成的运行已保存，再次执行同一命令即续接。",
        "en": "The Dask cluster at {address} was lost; finished runs are kept, the same command goes on "
        "from there.",
    },
    "error.experiment.jobs": {
        "zh": "--jobs 应为 -1（每个核一个）或 1 到 {most}，现在是 {jobs}。",
        "en": "--jobs is -1 (one a core) or 1 to {most}, not {jobs}.",
    },
    "error.experiment.workers_die": {
        "zh": "工作进程 {attempts} 次在完成前终止，可能内存不足：请减小 --jobs 并重新执行同一命令，"
        "它会从磁盘续接。",
        "en": "Worker processes ended {attempts} times before they had finished; memory may be short: use "
        "fewer --jobs and start the same command again, it goes on from disk.",
    },
    "error.experiment.columns": {
        "zh": "这不是 results.csv：缺少列 {missing}。",
        "en": "This is no results.csv: it lacks {missing}.",
    },
    "error.experiment.rows": {
        "zh": "results.csv 最多 {most} 行。",
        "en": "A results.csv holds up to {most} runs.",
    },
    "error.experiment.empty": {
        "zh": "这个 results.csv 里没有任何运行。",
        "en": "This results.csv holds no run.",
    },
    "error.experiment.csv": {
        "zh": "无法按 CSV 读取这个文件：{reason}。",
        "en": "This file cannot be read as CSV: {reason}.",
    },
    "error.experiment.name": {
        "zh": "第 {row} 行 {column} 列：“{value}”不在 {allowed} 之中。",
        "en": "Row {row}, column {column}: '{value}' is none of {allowed}.",
    },
    "error.experiment.cell": {
        "zh": "第 {row} 行 {column} 列：“{value}”不是数。",
        "en": "Row {row}, column {column}: '{value}' is no number.",
    },
}
