"""Training of one network: mini-batches, clipping, evaluation, early stopping, cancelling."""

import time
from collections.abc import Callable

import numpy as np

from gates.experiments.config import RunConfig
from gates.experiments.evaluate import Evaluation, evaluate
from gates.experiments.gradient import batch_gradient, log10_norm_by_lag
from gates.experiments.loss import is_better
from gates.experiments.network import new_network
from gates.experiments.optim import OPTIMIZERS, clip_global_norm
from gates.experiments.tasks import Task

# Updates skipped in a row, for a non-finite gradient, after which a run is called diverged.
MOST_SKIPPED = 20
# Sequences on which the gradient at every lag is measured, and lags kept of a long sequence.
LAG_BATCH = 32
MOST_LAGS = 64
# A validation loss counts as better only by more than this share: noise alone must not renew the patience.
LEAST_GAIN = 1e-3
PROGRESS_SECONDS = 0.1

Report = Callable[[dict], None]


def lag_axis(steps: int) -> np.ndarray:
    """Lags 0..T that are kept: all of a short sequence, else ``MOST_LAGS`` evenly spaced with both ends."""
    return np.unique(np.linspace(0, steps, min(steps + 1, MOST_LAGS)).round().astype(int))


class Training:
    """State of one run between updates; ``run`` goes on until a rule stops it.

    Stops at the first of: ``updates`` done; the target quality on the validation set (``learned_at`` of the
    task or, for accuracy, everything right) at ``hold`` evaluations in a row; no better validation loss for
    ``patience`` evaluations (if not 0); ``MOST_SKIPPED`` skipped updates in a row or a non-finite loss
    (diverged); cancelled. The weights with the lowest validation loss are kept and tested.
    """

    def __init__(self, config: RunConfig, task: Task) -> None:
        self.config, self.task = config, task
        init, self.order = (np.random.default_rng([config.seed, k]) for k in range(2))
        self.network = new_network(config, task, init)
        self.gradient = self.network.copy_of(np.zeros_like(self.network.theta))
        self.optimizer = OPTIMIZERS[config.optimizer](config.lr)
        self.batches: list[np.ndarray] = []
        self.updates = self.attempts = self.nonfinite = self.clipped = self.skipped_in_row = 0
        self.seconds = 0.0
        self.norms: list[float] = []
        self.losses: list[float] = []
        self.history: list[dict] = []
        self.lags: list[dict] = []
        self.best_loss, self.best_theta, self.best_update = np.inf, self.network.theta.copy(), 0
        self.since_best = self.reached_in_row = 0
        self.stopped_by = ""

    def run(self, report: Report | None = None, cancelled: Callable[[], bool] | None = None) -> None:
        """Train to the end; ``report`` gets progress events, ``cancelled`` is asked before every update."""
        tell = report or (lambda event: None)
        self._evaluate(tell)
        told = time.perf_counter()
        while not self.stopped_by:
            if cancelled is not None and cancelled():
                self.stopped_by = "cancelled"
                break
            loss = self.update()
            if time.perf_counter() - told > PROGRESS_SECONDS:
                told = time.perf_counter()
                tell(self._event("update", loss=loss, gradient_norm=self.norms[-1]))
            if self.skipped_in_row >= MOST_SKIPPED:
                self.stopped_by = "diverged"
            elif self.attempts % self.config.evaluate_every == 0 or self.attempts == self.config.updates:
                self._evaluate(tell)
                self._check_stop()

    def update(self) -> float:
        """One mini-batch: loss, gradient, clip, step; a non-finite gradient is counted, its step skipped."""
        start = time.perf_counter()
        index = self._next_batch()
        X, Y = self.task.train.inputs(index), self.task.train.Y[:, index]
        # A run that explodes overflows on the way; it is found by its norm and counted, not warned about.
        with np.errstate(over="ignore", invalid="ignore"):
            loss = batch_gradient(self.network, self.gradient, X, Y, self.task.metric, self.config.truncate)
            g = self.gradient.theta
            norm = clip_global_norm(g, self.config.clip or np.inf)
        self.attempts += 1
        if np.isfinite(norm):
            self.optimizer.update(self.network.theta, g)
            self.updates += 1
            self.skipped_in_row = 0
            self.clipped += bool(self.config.clip and norm > self.config.clip)
        else:
            self.nonfinite += 1
            self.skipped_in_row += 1
        self.seconds += time.perf_counter() - start
        self.norms.append(norm)
        self.losses.append(loss)
        return loss

    def _next_batch(self) -> np.ndarray:
        """Indices of the next batch; every epoch a new order, an incomplete last batch is left out."""
        if not self.batches:
            count, size = self.task.train.count, self.config.batch
            order = self.order.permutation(count)
            self.batches = [order[k : k + size] for k in range(0, max(count - size, 0) + 1, size)]
        return self.batches.pop(0)

    def _evaluate(self, tell: Report) -> None:
        """Validate, keep the best weights, write the history row and tell of it."""
        with np.errstate(over="ignore", invalid="ignore"):
            result = evaluate(self.network, self.task.validation, self.task.metric)
            sample = self.task.validation
            few = slice(LAG_BATCH)
            lags = log10_norm_by_lag(self.network, sample.inputs(few), sample.Y[:, few], self.task.metric)
        kept = lag_axis(self.task.steps)
        self.lags.append({"update": self.updates, "lag": kept.tolist(), "log10": lags[kept].tolist()})
        every = self.config.evaluate_every
        recent = self.losses[-every:]
        row = {
            "train_loss": float(np.mean(recent)) if recent else float("nan"),
            "validation_loss": result.loss,
            "validation_quality": result.quality,
            "gradient_norm": float(np.mean(self.norms[-every:])) if recent else float("nan"),
            "clipped": self.clipped,
            "nonfinite": self.nonfinite,
            **{f"gate_{g}": m for g, m in result.gates.items()},
        }
        event = self._event("evaluation", **row)
        self.history.append({k: v for k, v in event.items() if k != "kind"})
        tell(event | {"lags": self.lags[-1]})
        self._keep_best(result)

    def _keep_best(self, result: Evaluation) -> None:
        goal = 1.0 if self.task.metric == "accuracy" else self.task.learned_at / 2
        reached = is_better(result.quality, goal, self.task.metric)
        self.reached_in_row = self.reached_in_row + 1 if reached else 0
        if result.loss < self.best_loss * (1 - LEAST_GAIN):
            self.since_best = 0
        else:
            self.since_best += 1
        if result.loss < self.best_loss:
            self.best_loss, self.best_update = result.loss, self.updates
            self.best_theta = self.network.theta.copy()

    def _check_stop(self) -> None:
        if not np.isfinite(self.history[-1]["validation_loss"]):
            self.stopped_by = "diverged"
        elif self.reached_in_row >= self.config.hold:
            self.stopped_by = "target"
        elif self.config.patience and self.since_best >= self.config.patience:
            self.stopped_by = "patience"
        elif self.attempts >= self.config.updates:
            self.stopped_by = "updates"

    def _event(self, kind: str, **values: object) -> dict:
        epoch = self.attempts * self.config.batch / self.task.train.count
        return {"kind": kind, "update": self.updates, "epoch": round(epoch, 4), **values}
