"""Adam, SGD and clipping on one flat parameter vector."""

from dataclasses import dataclass, field

import numpy as np

from gates.experiments.errors import complaint

# Numbers up to this size and down to one over it have a square in float32.
LARGE = 1e15


def global_norm(g: np.ndarray) -> float:
    """Euclidean norm of all gradients together, without overflow: a · ‖g/a‖ with a = max|g|.

    Parameters
    ----------
    g : ndarray
        Any shape; inf or NaN inside gives a non-finite norm.
    """
    largest = float(np.maximum(np.max(g, initial=0.0), -np.min(g, initial=0.0)))
    if largest == 0.0 or not np.isfinite(largest):
        return largest
    if 1 / LARGE < largest < LARGE:
        return float(np.sqrt(np.dot(g, g)))
    scaled = g.astype(np.float64) / largest
    return largest * float(np.sqrt(np.sum(scaled * scaled)))


def clip_global_norm(g: np.ndarray, max_norm: float) -> float:
    """Scale g in place so that its norm is at most ``max_norm``; returns the norm before.

    ĝ ← θ ĝ / ‖ĝ‖ where ‖ĝ‖ > θ (Pascanu, Mikolov & Bengio 2013, algorithm 1). A gradient that holds inf or
    NaN is left as it is and its non-finite norm returned: scaling would turn it into zeros or spread the NaN,
    so the caller skips the update and counts it.

    Raises
    ------
    GateError
        ``max_norm`` negative or NaN.
    """
    if not max_norm >= 0:
        raise complaint("clip", max_norm=max_norm)
    norm = global_norm(g)
    if np.isfinite(norm) and norm > max_norm:
        if norm < LARGE and max_norm > 1 / LARGE:
            g *= max_norm / norm
            return norm
        # Two factors: max_norm / norm alone underflows in float32 where norm is near its largest number.
        largest = np.max(np.abs(g))
        g /= largest
        g *= max_norm / (norm / float(largest))
    return norm


@dataclass
class Adam:
    """Adam (Kingma & Ba 2015) with β₁ = 0.9, β₂ = 0.999, ε = 1e-8; ``update`` changes θ in place."""

    lr: float
    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-8
    count: int = 0
    moments: list[np.ndarray] = field(default_factory=list)
    # Results in between: without new arrays at every update, a step stays in the cache.
    room: list[np.ndarray] = field(default_factory=list)

    def update(self, theta: np.ndarray, g: np.ndarray) -> None:
        """θ ← θ − lr m̂ / (√v̂ + ε), with m̂, v̂ the bias-corrected running means of g and g²."""
        if not self.moments:
            self.moments = [np.zeros_like(theta), np.zeros_like(theta)]
            self.room = [np.empty_like(theta), np.empty_like(theta)]
        (m, v), (step, root) = self.moments, self.room
        self.count += 1
        m *= self.beta1
        m += np.multiply(g, 1 - self.beta1, step)
        v *= self.beta2
        np.multiply(g, g, root)
        v += np.multiply(root, 1 - self.beta2, root)
        np.multiply(m, self.lr / (1 - self.beta1**self.count), step)
        np.divide(v, 1 - self.beta2**self.count, root)
        np.sqrt(root, root)
        root += self.epsilon
        theta -= np.divide(step, root, step)


@dataclass
class SGD:
    """Plain stochastic gradient descent, θ ← θ − lr g, in place."""

    lr: float

    def update(self, theta: np.ndarray, g: np.ndarray) -> None:
        """Take one step against the gradient."""
        theta -= self.lr * g


OPTIMIZERS = {"adam": Adam, "sgd": SGD}
