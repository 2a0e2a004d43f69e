"""What a file leaves open, and what was taken for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gates.weights.problems import fail


@dataclass(frozen=True)
class Assumption:
    """One question that the file does not answer.

    Attributes
    ----------
    name : str
        What it is overridden by, as in ``load_model(path, choices={"reset": "before"})`` or
        ``--assume reset=before``.
    value : str
        The answer in force.
    choices : tuple of str
        The possible answers; the first is the default. Empty where any text may be given.
    key : str
        Catalogue key of the sentence.
    template : str
        The English sentence, with fields.
    params : dict
        Values of the fields.
    """

    name: str
    value: str
    choices: tuple[str, ...]
    key: str
    template: str
    params: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(value=self.value, **self.params)

    def as_json(self) -> dict[str, object]:
        """Return name, value, choices and sentence."""
        return {"name": self.name, "value": self.value, "choices": list(self.choices), "why": str(self)}


@dataclass
class Reading:
    """The answers given by the person, and the assumptions made in their absence."""

    overrides: Mapping[str, str] = field(default_factory=dict)
    assumptions: list[Assumption] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)

    def choose(self, name: str, choices: tuple[str, ...], key: str, template: str, **params: object) -> str:
        """Return the person's answer or the first of ``choices``, and note the question.

        Raises
        ------
        GateError
            Where the person's answer is not among the choices.
        """
        self.asked.add(name)
        value = self.overrides.get(name, choices[0])
        if value not in choices:
            fail(
                "error.model.choice",
                "{name} can be {choices}, not {value}.",
                name=name,
                choices=", ".join(choices),
                value=value,
            )
        assumption = Assumption(name, value, choices, key, template, params)
        if assumption not in self.assumptions:
            self.assumptions.append(assumption)
        return value

    def note(self, name: str, value: str, key: str, template: str, **params: object) -> None:
        """Report something taken for granted that cannot be overridden."""
        self.assumptions.append(Assumption(name, value, (), key, template, params))

    def given(self, name: str) -> str | None:
        """Return the person's answer to an open question, if there is one."""
        self.asked.add(name)
        return self.overrides.get(name)

    def finish(self) -> None:
        """Refuse answers to questions that this file does not raise."""
        for name in self.overrides:
            if name not in self.asked:
                fail(
                    "error.model.no_choice",
                    "This file leaves no choice called {name}; it has {choices}.",
                    name=name,
                    choices=", ".join(sorted(self.asked)) or "none",
                )
