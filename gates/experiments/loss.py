"""Loss and quality of answers, with the gradient of the loss."""

import numpy as np


def loss_and_gradient(y: np.ndarray, target: np.ndarray, metric: str) -> tuple[float, np.ndarray]:
    """Mean loss over scored steps and batch, and its gradient with respect to the answers.

    Parameters
    ----------
    y : ndarray (S, B, d_out)
        Logits of classes, or the predicted number (d_out = 1).
    target : ndarray (S, B)
        Class numbers, or numbers.
    metric : {'accuracy', 'mse'}
        Cross-entropy −log softmax(y)[target] in nats, or (y − target)².

    Returns
    -------
    loss : float
    dy : ndarray (S, B, d_out)
    """
    count = target.size
    if metric == "mse":
        error = y[..., 0] - target
        return float(np.mean(np.square(error, dtype=np.float64))), (2 / count * error)[..., None].astype(
            y.dtype
        )
    logits, index = y.reshape(count, -1), target.reshape(count)
    each = np.arange(count)
    shifted = logits - logits.max(axis=1, keepdims=True)
    p = np.exp(shifted)
    total = p.sum(axis=1, keepdims=True)
    log_p = shifted[each, index] - np.log(total[:, 0])
    dy = p / total
    dy[each, index] -= 1
    dy /= count
    return float(-log_p.mean(dtype=np.float64)), dy.reshape(y.shape)


def quality(y: np.ndarray, target: np.ndarray, metric: str) -> float:
    """Share of right answers over all scored steps, or the mean squared error."""
    if metric == "mse":
        return float(np.mean(np.square(y[..., 0] - target, dtype=np.float64)))
    return float(np.mean(y.argmax(axis=-1) == target))


def is_better(a: float, b: float, metric: str) -> bool:
    """Whether quality ``a`` is at least as good as ``b``."""
    return a <= b if metric == "mse" else a >= b
