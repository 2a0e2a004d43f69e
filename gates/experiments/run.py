"""One run from settings to a plain result: quality on the test set and every cost."""

import threading
from collections.abc import Callable
from dataclasses import asdict

import numpy as np
from threadpoolctl import threadpool_limits

from gates.experiments import costs
from gates.experiments.config import RESULT_FORMAT, RunConfig
from gates.experiments.environment import versions
from gates.experiments.evaluate import Evaluation, evaluate, peak_memory_mb, predict_seconds
from gates.experiments.gradient import batch_gradient
from gates.experiments.loss import is_better
from gates.experiments.network import Network
from gates.experiments.tasks import Task, make_task
from gates.experiments.train import Report, Training

STATUSES = ("learned", "partly learned", "not learned", "diverged", "cancelled")
# Standard errors by which accuracy must beat chance to be called partly learned.
CLEAR_OF_CHANCE = 3.0
# Timings and traced memory of a run are its own: a process works on one run at a time.
_one_at_a_time = threading.Lock()


def task_of(config: RunConfig) -> Task:
    """The data that a run's settings ask for."""
    return make_task(
        config.task,
        config.length,
        data_seed=config.data_seed,
        sizes=(config.train_size, config.validation_size, config.test_size),
        classes=config.classes,
        distractors=config.distractors,
        symbols=config.symbols,
        alphabet=config.alphabet,
        dtype=config.dtype,
    )


def run_one(
    config: RunConfig, report: Report | None = None, cancelled: Callable[[], bool] | None = None
) -> dict:
    """Train and test one network with one BLAS thread.

    Parameters
    ----------
    config : RunConfig
    report : callable, optional
        Called with small dicts: kind 'start', 'update', 'evaluation', 'end'.
    cancelled : callable, optional
        Asked before every update; True ends the run with status 'cancelled'.

    Returns
    -------
    dict
        ``format``, ``key``, ``config``, ``versions``, ``row`` (the columns of ``results.csv``), ``history``
        and ``lags``; numbers, strings, lists and None only.
    """
    config.check()
    with _one_at_a_time, threadpool_limits(limits=1, user_api="blas"):
        task = task_of(config)
        training = Training(config, task)
        if report is not None:
            report(_start(config, task))
        training.run(report, cancelled)
        best = training.network.copy_of(training.best_theta)
        with np.errstate(over="ignore", invalid="ignore"):
            tested = evaluate(best, task.test, task.metric)
        row = _row(config, task, training, best, tested)
    if report is not None:
        report({"kind": "end", "status": row["status"], "quality": row["quality"]})
    return {
        "format": RESULT_FORMAT,
        "key": config.key(),
        "config": asdict(config),
        "versions": versions(),
        "row": row,
        "history": training.history,
        "lags": _lags(training),
    }


def _start(config: RunConfig, task: Task) -> dict:
    return {
        "kind": "start",
        "updates": config.updates,
        "metric": task.metric,
        "baseline_loss": task.baseline_loss,
        "baseline_quality": task.baseline_quality,
    }


def status_of(task: Task, quality: float, stopped_by: str) -> str:
    """What a run came to, by the rules that the report states.

    'cancelled' and 'diverged' come first; 'learned' is a test quality at ``task.learned_at`` or better;
    'partly learned' an accuracy more than three standard errors above chance, or less than 0.9 of the
    baseline's squared error.
    """
    if stopped_by in ("cancelled", "diverged"):
        return stopped_by
    if is_better(quality, task.learned_at, task.metric):
        return "learned"
    p = task.baseline_quality
    if task.metric == "mse":
        beyond = quality < 0.9 * p
    else:
        beyond = quality > p + CLEAR_OF_CHANCE * np.sqrt(p * (1 - p) / task.test.Y.size)
    return "partly learned" if beyond else "not learned"


def _row(config: RunConfig, task: Task, training: Training, best: Network, tested: Evaluation) -> dict:
    """Columns of ``results.csv`` that belong to one run."""
    finite = [norm for norm in training.norms if np.isfinite(norm)]
    recurrent = costs.parameters(config.cell, task.d_x, config.d_h, config.reset)
    first_lag, last_lag = _lags(training)[-1]["log10"][0], _lags(training)[-1]["log10"][-1]
    return {
        "task": config.task,
        "cell": config.cell,
        "d_x": task.d_x,
        "d_h": config.d_h,
        "d_out": task.d_out,
        "length": config.length,
        "steps": task.steps,
        "lr": config.lr,
        "bias_init": config.bias_init,
        "seed": config.seed,
        "metric": task.metric,
        "quality": tested.quality,
        "test_loss": tested.loss,
        "baseline_quality": task.baseline_quality,
        "baseline_loss": task.baseline_loss,
        "learned_at": task.learned_at,
        "first_loss": training.history[0]["validation_loss"],
        "status": status_of(task, tested.quality, training.stopped_by),
        "stopped_by": training.stopped_by,
        "updates": training.updates,
        "best_update": training.best_update,
        "nonfinite_updates": training.nonfinite,
        "clipped_updates": training.clipped,
        "train_seconds": training.seconds,
        "predict_seconds": predict_seconds(best, task.test),
        "peak_memory_mb": _peak_memory(training),
        "parameters": recurrent,
        "head_parameters": costs.head_parameters(config.d_h, task.d_out),
        "state_size": costs.state_size(config.cell, config.d_h),
        "unit_calls": training.attempts * task.steps,
        "multiply_adds": costs.multiply_adds(config.cell, task.d_x, config.d_h),
        "gradient_norm": float(np.median(finite)) if finite else None,
        "log10_gradient_lag_0": first_lag,
        "log10_gradient_lag_max": last_lag,
    }


def _lags(training: Training) -> list[dict]:
    """Gradient norms by lag before training and with the tested weights; exact zeros and NaN become None."""
    chosen = {entry["update"]: entry for entry in training.lags}
    kept = [training.lags[0], chosen[training.best_update]]
    return [
        entry | {"log10": [value if np.isfinite(value) else None for value in entry["log10"]]}
        for entry in kept
    ]


def _peak_memory(training: Training) -> float:
    """Peak of one more update and evaluation, with the data and the copies of the parameters of a run."""
    task, config = training.task, training.config
    held = sum(split.data.nbytes + split.Y.nbytes for split in (task.train, task.validation, task.test))
    copies = 3 + len(getattr(training.optimizer, "moments", ()))
    batch = slice(config.batch)

    def work() -> None:
        with np.errstate(over="ignore", invalid="ignore"):
            X, Y = task.train.inputs(batch), task.train.Y[:, batch]
            batch_gradient(training.network, training.gradient, X, Y, task.metric, config.truncate)
            evaluate(training.network, task.validation, task.metric)

    return peak_memory_mb(work, held + copies * training.network.theta.nbytes)
