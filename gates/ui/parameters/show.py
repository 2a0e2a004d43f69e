"""The tables of the parameters page."""

from __future__ import annotations

from collections.abc import Iterable

from htmltools import Tag, TagChild, tags

from gates.text import Lang, joined, say
from gates.ui.cards import bar, card
from gates.ui.mathml import mathml, split_outside
from gates.weights.counts import CONVENTIONS, GATES, Convention, Row

from .count import Counted, calculation, formula


def results(lang: Lang, c: Counted, stale: bool) -> Tag:
    """All cards; greyed where they belong to earlier settings."""
    note = tags.p(say(lang, "steps.stale"), class_="stale-note wide", role="status") if stale else None
    return tags.div(
        note,
        card(
            say(lang, "parameters.title.counts"),
            _counts(lang, c),
            _reasons(lang, c),
            _headline(lang, c),
            class_="wide",
        ),
        card(_summary_title(lang, c), _summary(lang, c), *_formula(lang, c), class_="wide"),
        card(say(lang, "parameters.title.match"), _matches(lang, c)),
        card(say(lang, "parameters.title.unequal"), *_caveats(lang, c)),
        class_="results is-stale" if stale else "results",
    )


def nothing(lang: Lang) -> Tag:
    """Nothing could be counted yet."""
    return tags.p(say(lang, "steps.nothing"), class_="empty-note wide", role="status")


def percent(lang: Lang, share: float) -> str:
    """A deviation with its sign: +0.78 %, −6.67 %, or 0 %."""
    text = f"{100 * share:+.3g}".replace("-", "−") if share else "0"
    return f"{text}%" if lang == "zh" else f"{text} %"


def _name(lang: Lang, kind: str) -> str:
    return say(lang, f"parameters.cell.{kind}")


def _table(caption: str, head: Iterable[TagChild], rows: Iterable[Tag], foot: Tag | None = None) -> Tag:
    table = tags.table(
        tags.caption(tags.span(caption)),
        tags.thead(tags.tr(*head)),
        tags.tbody(*rows),
        tags.tfoot(foot) if foot else None,
        class_="table table-sm numbers count-table",
    )
    return tags.div(table, class_="table-scroll", tabindex="0")


def _head(lang: Lang, *keys: str, number: bool = True) -> list[Tag]:
    return [tags.th(say(lang, key), scope="col", class_="number" if number else None) for key in keys]


def _counts(lang: Lang, c: Counted) -> Tag:
    """Conventions down, cells across, the reason beside the cell that was chosen."""
    textbook = c.table[c.name]["textbook"]
    rows = []
    for convention in CONVENTIONS:
        if convention not in c.table[c.name] and all(convention not in t for t in c.table.values()):
            continue
        cells = [
            _count(lang, table.get(convention), name == c.name, textbook) for name, table in c.table.items()
        ]
        rows.append(
            tags.tr(
                tags.th(say(lang, f"count.convention.{convention}"), scope="row"),
                *cells,
                tags.td(_why(lang, c, convention), class_="why"),
            )
        )
    columns = [
        tags.th(_name(lang, name), scope="col", class_="number chosen" if name == c.name else "number other")
        for name in c.table
    ]
    head = [
        *_head(lang, "parameters.head.convention", number=False),
        *columns,
        tags.th(say(lang, "parameters.head.why", cell=_name(lang, c.name)), scope="col", class_="why"),
    ]
    return _table(say(lang, "parameters.caption.counts"), head, rows)


def _reasons(lang: Lang, c: Counted) -> Tag:
    """The last column as a list, for windows in which the table has no room for it."""
    pairs = [
        (tags.dt(say(lang, f"count.convention.{convention}")), tags.dd(_why(lang, c, convention)))
        for convention in c.table[c.name]
    ]
    return tags.dl(*(item for pair in pairs for item in pair), class_="why-list")


def _why(lang: Lang, c: Counted, convention: Convention) -> str:
    """The reason; of a mixed stack one for each kind of cell that has its own."""
    keys = c.why.get(convention, ())
    if not keys:
        return say(lang, "parameters.not_here")
    told = [(key, say(lang, key)) for key in keys]
    if len(told) == 1:
        # A sentence of its own here, the rest of a line in the command line.
        return told[0][1][0].upper() + told[0][1][1:] if lang == "en" else told[0][1]
    others = dict.fromkeys(row.layer.kind for row in c.rows if row.layer.kind not in ("gru", "dense"))
    rest = say(lang, "parameters.and").join(_name(lang, kind) for kind in others)
    of = {key: _name(lang, "gru") if key.endswith(".gru") else rest for key in keys}
    return joined(lang, (say(lang, "parameters.of", cells=of[key], reason=reason) for key, reason in told))


def _count(lang: Lang, n: int | None, chosen: bool, textbook: int) -> Tag:
    class_ = "number chosen" if chosen else "number other"
    if n is None:
        return tags.td("—", class_=class_)
    more = tags.span(f"+{n - textbook:,}", class_="more") if chosen and n > textbook else None
    return tags.td(more, f"{n:,}", class_=class_)


def _headline(lang: Lang, c: Counted) -> Tag:
    """What the conventions differ by, in one sentence."""
    numbers = c.table[c.name]
    low, high = min(numbers.values()), max(numbers.values())
    key = "parameters.say.same" if low == high else "parameters.say.differ"
    fields = {"cell": _name(lang, c.name), "low": f"{low:,}", "high": f"{high:,}", "more": f"{high - low:,}"}
    return tags.p(say(lang, key, **fields), class_="headline")


def _formula(lang: Lang, c: Counted) -> list[TagChild]:
    """The textbook's formula with the numbers of the first recurrent layer."""
    first = next(row for row in c.rows if row.layer.kind != "dense")
    (_, left), *steps = split_outside(formula(first.d_in, first.layer), (" = ",))
    rows = [tags.div(mathml(f"= {latex}"), class_="derivation-right") for _, latex in steps]
    kind = first.layer.kind
    where = say(lang, "parameters.formula.where", g=GATES[kind], cell=_name(lang, kind))
    return [
        tags.h3(say(lang, "parameters.title.formula")),
        tags.div(tags.div(mathml(left), class_="derivation-left"), *rows, class_="derivation formula"),
        tags.p(where, class_="note"),
    ]


def _summary_title(lang: Lang, c: Counted) -> str:
    convention = say(lang, f"count.convention.{c.convention}")
    return say(lang, "parameters.title.summary", convention=convention)


def _summary(lang: Lang, c: Counted) -> Tag:
    rows = [_layer(lang, n, row, c) for n, row in enumerate(c.rows, 1)]
    totals = [
        sum(getattr(row, name) for row in c.rows) for name in ("parameters", "state_size", "multiply_adds")
    ]
    foot = tags.tr(
        tags.th(say(lang, "parameters.total"), scope="row", colspan=3),
        *(tags.td(f"{n:,}", class_="number") for n in totals),
    )
    head = [
        *_head(lang, "parameters.head.layer", "parameters.head.output", "parameters.head.how", number=False),
        *_head(lang, "parameters.head.parameters", "count.state", "count.multiply_adds"),
    ]
    caption = joined(lang, (say(lang, "parameters.caption.summary"), say(lang, "count.multiply_adds.note")))
    return _table(caption, head, rows, foot)


def _layer(lang: Lang, n: int, row: Row, c: Counted) -> Tag:
    name = _name(lang, row.layer.kind)
    if row.layer.bidirectional:
        name = say(lang, "parameters.both", cell=name)
    return tags.tr(
        tags.th(f"{n} · {name}", scope="row"),
        tags.td(f"(B, T, {row.d_out:,})"),
        tags.td(mathml(calculation(row, c.convention)), class_="how"),
        *(tags.td(f"{v:,}", class_="number") for v in (row.parameters, row.state_size, row.multiply_adds)),
    )


def _matches(lang: Lang, c: Counted) -> Tag:
    """Widths of the three cells at one budget, with bars of what stays unequal."""
    found = c.matches
    top = {
        name: max(getattr(m, name) for m in found.values())
        for name in ("parameters", "state_size", "multiply_adds")
    }
    rows = []
    for kind, m in found.items():
        bars = [
            tags.td(f"{getattr(m, name):,}", tags.div(bar(getattr(m, name) / high), aria_hidden="true"),
                    class_="number with-bar")
            for name, high in top.items()
        ]  # fmt: skip
        rows.append(
            tags.tr(
                tags.th(_name(lang, kind), scope="row"),
                tags.td(f"{m.d_h:,}", class_="number"),
                bars[0],
                tags.td(percent(lang, m.deviation), class_="number"),
                *bars[1:],
            )
        )
    head = [
        *_head(lang, "parameters.head.cell", number=False),
        tags.th(mathml("d_h"), scope="col", class_="number"),
        *_head(lang, "parameters.head.parameters", "count.deviation", "count.state", "count.multiply_adds"),
    ]
    caption = say(lang, "parameters.caption.match", budget=f"{c.budget:,}", d_x=f"{c.d_x:,}")
    return _table(caption, head, rows)


def _caveats(lang: Lang, c: Counted) -> list[TagChild]:
    """What the table shows, and what no table of counts can show."""
    fields = {kind: f"{m.state_size:,}" for kind, m in c.matches.items()}
    caveats = [tags.li(say(lang, f"count.caveat.{name}")) for name in ("state", "compute", "capacity")]
    return [
        tags.p(say(lang, "parameters.say.state", budget=f"{c.budget:,}", **fields), class_="headline"),
        tags.ul(*caveats, class_="caveats"),
    ]
