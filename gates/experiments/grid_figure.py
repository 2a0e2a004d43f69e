"""The grid of the report: dependency length × learning rate, every cell of it."""

import plotly.graph_objects as go

from gates.experiments.figure_parts import Words, laid_out


def grid_figure(summary: list[dict], words: Words) -> go.Figure:
    """Length × learning rate of one cell: median quality as colour and number, seeds learned in words."""
    lengths = sorted({group["length"] for group in summary})
    lrs = sorted({group["lr"] for group in summary})
    found = {(group["length"], group["lr"]): group for group in summary}
    z, text = [], []
    for length in lengths:
        cells = [found[length, lr] for lr in lrs]
        z.append([group["quality"]["median"] if group["quality"] else None for group in cells])
        text.append([_grid_text(group, words) for group in cells])
    baseline, metric = summary[0]["baseline_quality"], summary[0]["metric"]
    low, high = (baseline, 1.0) if metric == "accuracy" else (0.0, baseline)
    figure = go.Figure(
        go.Heatmap(
            x=[f"{lr:g}" for lr in lrs],
            y=[f"{length:g}" for length in lengths],
            z=z,
            xgap=2,
            ygap=2,
            zmin=low,
            zmax=high,
            colorscale="Cividis" if metric == "accuracy" else "Cividis_r",
            text=text,
            texttemplate="%{text}",
            colorbar={"title": words(f"axis.{metric}")},
        )
    )
    figure.update_xaxes(type="category")
    figure.update_yaxes(type="category")
    return laid_out(figure, words("axis.lr"), words("axis.length"))


def _grid_text(group: dict, words: Words) -> str:
    if not group["quality"]:
        return words(f"status.{next(iter(group['statuses']))}")
    value = f"{group['quality']['median']:.3g}"
    others = [s for s in ("diverged", "partly learned") if s in group["statuses"]]
    notes = [f"{words(f'status.{s}')} {group['statuses'][s]}" for s in others]
    if not group["learned"] and not others:
        return f"{value}<br>{words('figure.none_learned')}"
    counts = words("figure.learned_of", learned=group["learned"], seeds=group["seeds"])
    return "<br>".join([value, counts, *notes])
