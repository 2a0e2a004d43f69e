"""The lessons in the order of the page, and the page's settings."""

from __future__ import annotations

from gates.ui.state import Choice, Param

from .cells import BOTTLENECK, MEASURE, MEMORY, RESET
from .gradient import ABLATION, CLIP, DIRECT, EXPLOSION
from .keeping import BIAS, SATURATION, SLOW, VALVE

LESSONS = {
    lesson.name: lesson
    for lesson in (
        VALVE, BIAS, SLOW, DIRECT, SATURATION, ABLATION, EXPLOSION, CLIP, RESET, MEMORY, MEASURE, BOTTLENECK,
    )
}  # fmt: skip

LESSON = Choice("lesson", "lesson", VALVE.name, tuple(LESSONS))
# The answer is not a setting: a link that a lecturer hands out must not give it away.
PARAMS: tuple[Param, ...] = (
    LESSON,
    *(lesson.param(slider) for lesson in LESSONS.values() for slider in lesson.sliders),
)
