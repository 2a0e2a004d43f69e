"""The table behind a figure: every number as people read it, and nothing of a visitor's read as markup."""

from __future__ import annotations

import re

import numpy as np
import pytest

from gates.ui.tables import cell, table_dialog, text_table


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.25, "0.25"), (-1 / 3, "−0.333333"), (1e-30, "1e−30"), (np.inf, "∞"), (-np.inf, "−∞"), (np.nan, "NaN"),
     (np.int64(7), "7"), ("3 天", "3 天")],
)  # fmt: skip
def test_a_cell(value, shown):
    assert cell(value) == shown


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_rows_are_named_by_the_first_column(lang):
    text = str(table_dialog(lang, "reach", {"k": ["0", "1 <b>"], "full": np.array([-2.5, 0.0])}))
    assert re.findall(r'<th scope="row">(.*?)</th>', text) == ["0", "1 &lt;b&gt;"]
    assert re.findall(r"<td>(.*?)</td>", text) == ["−2.5", "0"]
    assert re.findall(r'<th scope="col">(.*?)</th>', text) == ["k", "full"]


def test_a_table_without_columns_of_numbers_is_empty():
    assert "<td>" not in str(table_dialog("en", "gates", {"step": []}))


def test_names_of_columns_are_no_markup():
    assert "<script" not in str(text_table("t", ["<script>"], [["<script>"]]))
