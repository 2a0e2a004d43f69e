"""The cards of facts: what the file holds, what it leaves open, how it compares, what it converts to."""

from __future__ import annotations

from typing import Any

from htmltools import Tag, TagChild, tags

from gates.text import Lang, joined, say
from gates.ui.cards import card
from gates.ui.guard import sentence
from gates.weights.reading import Assumption

from . import words
from .results import Checked, Study, Written

MOST_NAMES = 12


def nothing(lang: Lang, waiting: bool) -> Tag:
    """Before a model could be read."""
    key = "models.waiting" if waiting else "models.nothing"
    return card(say(lang, "models.title.found"), tags.p(say(lang, key), role="status"))


def found(lang: Lang, study: Study, stale: bool) -> Tag:
    """Layers, convention, counts, arrays left alone, and the run on the sequence."""
    d = study.described
    kinds = {layer["cell"] for layer in d["layers"]}
    facts = say(
        lang,
        "models.found",
        name=study.filename,
        framework=words.title(d["framework"]),
        convention=words.title(d["convention"]),
        orders=words.orders(lang, d["convention"], kinds),
        parameters=f"{d['parameters']:,}",
    )
    more = [say(lang, "models.returns.last")] if d["returns"] == "last step" else []
    more += [say(lang, "models.skip", n=d["skip"])] if d["skip"] else []
    return card(
        say(lang, "models.title.found"),
        tags.p(say(lang, "models.stale"), class_="note", role="status") if stale else None,
        tags.p(words.told(lang, study.about)) if study.about is not None else None,
        tags.p(facts),
        _layers(lang, d),
        *(tags.p(text) for text in more),
        tags.p(_ran(lang, study), class_="note") if study.shape and study.y_shape else None,
        tags.p(_ignored(lang, d["ignored"]), class_="note"),
        class_="is-stale" if stale else "",
    )


def _ran(lang: Lang, study: Study) -> str:
    assert study.shape is not None
    assert study.y_shape is not None
    T, B, d = study.shape
    ran = say(lang, "models.ran", T=T, B=B, d=d, shape=words.shape(study.y_shape))
    return joined(lang, [ran, *(words.told(lang, note) for note in study.notes)])


def _ignored(lang: Lang, names: list[str]) -> str:
    if not names:
        return say(lang, "models.ignored_none")
    shown = ", ".join(names[:MOST_NAMES]) + (" …" if len(names) > MOST_NAMES else "")
    return say(lang, "models.ignored", n=len(names), names=shown)


def _layers(lang: Lang, d: dict[str, Any]) -> Tag:
    heads = ("layer", "cell", "width", "direction", "functions", "parameters")
    numbers = {"width", "parameters"}
    head = [
        tags.th(say(lang, f"models.head.{h}"), scope="col", class_="number" if h in numbers else None)
        for h in heads
    ]
    rows = [_layer(lang, layer) for layer in d["layers"]] + [_dense(lang, dense) for dense in d["heads"]]
    return _table(say(lang, "models.caption.layers"), head, rows)


def _layer(lang: Lang, layer: dict[str, Any]) -> Tag:
    cell = layer["cell"].upper()
    details = [say(lang, f"models.reset.{layer['reset']}")] if layer.get("reset") else []
    details += [] if layer["bias"] else [say(lang, "models.no_bias")]
    functions = layer["activations"]
    both = " / ".join(functions[k] for k in ("gates", "state") if k in functions)
    direction = say(lang, f"models.direction.{layer['direction']}")
    direction += f" ({layer['merge']})" if layer.get("merge") else ""
    return _row(
        layer["name"],
        f"{cell} ({', '.join(details)})" if details else cell,
        f"{layer['d_x']} → {layer['d_h']}",
        direction,
        both,
        f"{layer['parameters']:,}",
    )


def _dense(lang: Lang, dense: dict[str, Any]) -> Tag:
    width = f"{dense['d_x']} → {dense['d_out']}" if "d_out" in dense else ""
    return _row(
        dense["name"], say(lang, "models.dense"), width, "", dense["activation"], f"{dense['parameters']:,}"
    )


def _row(name: str, cell: str, width: str, direction: str, functions: str, parameters: str) -> Tag:
    return tags.tr(
        tags.th(name, scope="row", class_="name"), tags.td(cell), tags.td(width, class_="number"), tags.td(direction),
        tags.td(functions), tags.td(parameters, class_="number"),
    )  # fmt: skip


def _table(caption: str, head: list[Tag], rows: list[Tag]) -> Tag:
    table = tags.table(
        tags.caption(caption, class_="visually-hidden"), tags.thead(tags.tr(*head)), tags.tbody(*rows),
        class_="table table-sm numbers models-table",
    )  # fmt: skip
    return tags.div(table, class_="table-scroll", tabindex="0")


# ---- what is left open


def left_open(lang: Lang, study: Study, key: str, input_id: str, stale: bool) -> Tag:
    """Every question with its answer to choose and how far the others part.

    Parameters
    ----------
    key : str
        Name of the model, to which the answers belong.
    input_id : str
        Id of the text that holds the answers.
    """
    title = say(lang, "models.title.open")
    if not study.assumptions:
        return card(title, tags.p(say(lang, "models.open_none")), class_="is-stale" if stale else "")
    head = [tags.th(say(lang, f"models.head.{h}"), scope="col") for h in ("question", "answer", "deviation")]
    rows = [
        tags.tr(
            tags.td(words.question(lang, a)), tags.td(_answer(lang, a)), tags.td(_parting(lang, study, a))
        )
        for a in study.assumptions
    ]
    table = tags.div(_table(title, head, rows), data_model=key, data_input=input_id)
    return card(title, table, class_="is-stale" if stale else "")


def _answer(lang: Lang, a: Assumption) -> TagChild:
    if len(a.choices) < 2:
        return say(lang, "models.fixed", value=a.value)
    options = [
        tags.option(
            say(lang, "models.default", value=c) if c == a.choices[0] else c,
            value=c,
            selected="" if c == a.value else None,
        )
        for c in a.choices
    ]
    return tags.select(
        *options, class_="form-select", data_answer=a.name, data_default=a.choices[0],
        aria_label=say(lang, "models.answer", name=a.name),
    )  # fmt: skip


def _parting(lang: Lang, study: Study, a: Assumption) -> TagChild:
    told = []
    for other in (r for r in study.readings if r.name == a.name):
        if other.deviation is not None:
            told.append(words.pair(lang, other.value, words.plain_size(other.deviation)))
        elif other.why is not None:
            told.append(say(lang, "models.not_comparable", value=other.value, why=words.why(lang, other.why)))
    return tags.ul(*map(tags.li, told)) if told else "—"


# ---- comparison and conversion


def checked(lang: Lang, study: Study | None, result: Checked | None, waiting: bool) -> Tag:
    """The largest deviation, and which convention would fit where it is large."""
    if waiting:
        return tags.p(say(lang, "models.waiting"), role="status")
    if result is None or result.present is None:
        parts = [tags.p(say(lang, "models.check.wanted"))]
        if study is not None and study.shape is not None:
            T, B, d = study.shape
            parts.append(tags.p(say(lang, "models.check.needs", T=T, B=B, d=d), class_="note"))
        return tags.div(*parts)
    present = result.present
    good = words.agrees(present.deviation, result)
    verdict = say(
        lang, "models.check.agrees" if good else "models.check.parts",
        deviation=words.plain_size(present.deviation), shape=words.shape(result.shape),
        target=words.target(lang, present.target),
    )  # fmt: skip
    head = tags.p(verdict, class_="models-verdict " + ("is-good" if good else "is-bad"), role="status")
    return head if good else tags.div(head, *_fits(lang, study, result))


def _fits(lang: Lang, study: Study | None, result: Checked) -> list[Tag]:
    best = result.best[0]
    if words.agrees(best.deviation, result):
        text = say(lang, "models.check.fits", changes=words.changes(lang, best),
                   deviation=words.plain_size(best.deviation))  # fmt: skip
        answer = words.answer_for(best, study.assumptions if study is not None else ())
        how = [tags.p(say(lang, "models.check.how", name=answer[0], value=answer[1]))] if answer else []
        return [tags.p(text, class_="models-verdict is-good"), *how]
    near = [words.pair(lang, words.changes(lang, f), words.plain_size(f.deviation)) for f in result.best]
    return [
        tags.p(say(lang, "models.check.none")),
        tags.ul(*map(tags.li, near), class_="models-list"),
        tags.p(say(lang, "models.check.causes"), class_="note"),
    ]


def converted(lang: Lang, written: Written | None) -> Tag:
    """Name and size of the file and what its reader has to know, or why there is none."""
    if written is None:
        return tags.p(say(lang, "models.waiting"), role="status")
    if written.error is not None:
        why = say(lang, "models.convert.none", why=sentence(lang, written.error))
        return tags.p(why, class_="models-why-not", role="status")
    ready = say(lang, "models.convert.ready", filename=written.filename, size=f"{written.size / 1000:,.1f}")
    if not written.notes:
        return tags.p(joined(lang, (ready, say(lang, "models.convert.complete"))), class_="models-ready")
    notes = tags.ul(*(tags.li(words.told(lang, note)) for note in written.notes), class_="models-list")
    return tags.div(
        tags.p(joined(lang, (ready, say(lang, "models.convert.notes")))), notes, class_="models-ready"
    )
