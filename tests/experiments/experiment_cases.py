"""Small settings that the tests share."""

from gates.experiments.config import RunConfig, Study

# Two classes at length 10 with eight units: an LSTM answers everything after about 100 updates.
SMALL = {
    "task": "first-item",
    "cell": "lstm",
    "d_h": 8,
    "length": 10,
    "lr": 1e-2,
    "classes": 2,
    "distractors": 2,
    "updates": 300,
    "evaluate_every": 25,
    "train_size": 512,
    "validation_size": 128,
    "test_size": 256,
}


def small(**changes) -> RunConfig:
    """The small settings with changes."""
    return RunConfig(**(SMALL | changes))


def small_study(**changes) -> Study:
    """Six runs of about a fifth of a second: RNN and GRU, three seeds."""
    settings = {
        "base": small(updates=100),
        "cells": ("rnn", "gru"),
        "lengths": (10,),
        "lrs": (1e-2,),
        "seeds": (0, 1, 2),
    }
    return Study(**(settings | changes))
