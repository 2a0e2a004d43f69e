"""read_csv on the bytes that real programs write, and on bytes that nothing should write."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gates.core.errors import GateError
from gates.inputs import read_csv
from gates.inputs.upload import column_letter
from gates.text.errors_inputs import TEXTS as ERRORS
from gates.text.inputs import TEXTS

PLAIN = [[1.0, 2.5], [-3.0, 4e-3]]


@pytest.mark.parametrize(
    "data",
    [
        b"1,2.5\n-3,4e-3\n",
        b"1,2.5\r\n-3,4e-3\r\n\r\n\r\n",
        b"1,2.5\r-3,4e-3",
        b"a,b\n1,2.5\n-3,4e-3\n,\n,\n",
        b"1;2,5\n-3;0,004\n",
        b"1\t2,5\n-3\t,004\n",
        b"1\t2.5\n-3\t.004",
        b'"a","b"\n"1","2.5"\n"-3"," 4E-03 "\n',
        b"a,b,,\n1,2.5,,\n-3,4e-3,,\n",
        b"sep=;\r\n1;2,5\r\n-3;0,004\r\n",
        b"\xef\xbb\xbfa,b\n1,2.5\n-3,.4e-2",
        "温度;压力\n1;2,5\n-3;0,004\n".encode("gbk"),
        "温度\t压力\n1\t2.5\n−3\t4e-3\n".encode("utf-16"),
        "1,2.5\n-3,4e-3\n".encode("utf-16-be").join([b"\xfe\xff", b""]),
        b"1, 2.5\n-3, 4e-3\n\x1a",
    ],
)
def test_same_numbers_from_every_dialect(data: bytes) -> None:
    np.testing.assert_array_equal(read_csv(data).X, PLAIN)


def test_names_labels_and_note_of_a_chinese_excel_file() -> None:
    seq = read_csv("日期,温度,压力\r\n2018-01-01,1,2\r\n2018-01-08,3,4\r\n".encode("gbk"))
    assert seq.channels == ("温度", "压力")
    assert seq.labels == ("2018-01-01", "2018-01-08")
    assert seq.notes[0].key == "input.note.csv_header_labels"
    assert seq.notes[0].params == {"T": 2, "d_x": 2, "encoding": "GBK", "delimiter": ","}


def test_labels_without_header_and_letters_as_names() -> None:
    seq = read_csv(b"Mon,1\nTue,2\n")
    assert (seq.labels, seq.channels, seq.X.tolist()) == (("Mon", "Tue"), ("B",), [[1.0], [2.0]])


def test_an_unnamed_index_column_becomes_the_labels() -> None:
    seq = read_csv(b",a,b\n0,1,2\n1,3,4\n")
    assert (seq.labels, seq.X.tolist()) == (("0", "1"), [[1.0, 2.0], [3.0, 4.0]])


def test_a_quoted_name_may_hold_delimiter_quote_and_line_break() -> None:
    seq = read_csv(b'"a, ""b""\nc",d\n1,2\n')
    assert seq.channels == ('a, "b"\nc', "d")


@pytest.mark.parametrize(
    ("data", "key", "params"),
    [
        (b"a,b\n1,2\n3,\n", "missing_value", {"row": 3, "column": "B (b)", "cell": "''"}),
        (b"1,2\n,4\n", "missing_value", {"row": 2, "column": "A"}),
        (b"1,2\nNA,4\n", "missing_value", {"row": 2, "column": "A"}),
        (b"\n\na,b\n1,2\n3,x\n", "text", {"row": 5, "column": "B (b)", "cell": "'x'"}),
        (b"1,abc\n2,3\n4,five", "text", {"row": 3, "column": "B (abc)", "cell": "'five'"}),
        (b"1,2,abc\n2,3,4\n", "text", {"row": 1, "column": "C"}),
        (b"d,v\n1,1\nx,2\n", "text", {"row": 3, "column": "A (d)"}),
        (b"1,2\n1_000,4\n", "text", {"row": 2, "column": "A", "cell": "'1_000'"}),
        (b'1,2\n"1,234",4\n', "text", {"row": 2, "column": "A"}),
        (b"nan,2\n3,4\n", "not_finite", {"row": 1, "column": "A"}),
        (b"1,2\n3,-inf\n", "not_finite", {"row": 2, "column": "B", "cell": "'-inf'"}),
        (b"1,2\n3,1e999\n", "not_finite", {"row": 2, "column": "B"}),
        (b"1;2,5\n3;4.5\n", "decimal", {"row": 2, "column": "B", "cell": "'4.5'"}),
        (b'a\n"x\ny"\n1,2\n', "ragged", {"row": 3, "cells": 2, "first": 1, "expected": 1}),
        (b"1,2\n3\n", "ragged", {"row": 2, "cells": 1, "expected": 2}),
        (b"1;2\n3\n", "ragged", {"row": 2, "cells": 1, "expected": 2}),
        (b"1\n\n2\n", "blank_row", {"row": 2}),
        (b'1,2\n"3,4\n', "quotes", {"row": 2}),
        (b"", "empty", {}),
        (b"\xef\xbb\xbf\r\n,,\r\n", "empty", {}),
        (b"a,b\n", "header_only", {}),
        (b"a\nb\nc\n", "no_numbers", {}),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "binary", {}),
        (b"1,2\n\x01\x02,3\n", "binary", {}),
        (b"PK\x03\x04\x14\x00", "workbook", {}),
        (b"caf\xe9,\xff\n1,2\n", "encoding", {}),
        (b"\xff\xfe\x00\xd8", "encoding", {}),
        (b"1\n" * 2001, "rows", {"limit": 2000}),
        (b"a\n" + b"1\n" * 2001, "rows", {"limit": 2000}),
        (b"\n" * 13_000 + b"1\n", "rows", {"limit": 2000}),
        (b",".join([b"1"] * 65), "columns", {"columns": 65, "limit": 64}),
        (b"x," + b",".join([b"1"] * 66), "columns", {"columns": 67}),
        (b"," * 70_000 + b"1", "line", {"line": 1, "limit": 65_536}),
        (b"1" * (20 * 2**20 + 1), "bytes", {"size": "20.0", "limit": "20"}),
    ],
)
def test_refused_with_one_sentence(data: bytes, key: str, params: dict) -> None:
    with pytest.raises(GateError) as caught:
        read_csv(data)
    error = caught.value
    assert error.key == f"error.csv.{key}"
    assert {name: error.params[name] for name in params} == params
    assert ERRORS[error.key]["en"].format(**error.params) == str(error)
    assert ERRORS[error.key]["zh"].format(**error.params) != str(error)


def test_limits_are_inclusive() -> None:
    assert read_csv(b"a\n" + b"1\n" * 2000).X.shape == (2000, 1)
    assert read_csv(b"lab," + b",".join([b"1"] * 64)).X.shape == (1, 64)
    assert read_csv(b"1,2\n" * 3000, max_T=3000).X.shape == (3000, 2)


def test_braces_in_a_file_do_not_disturb_the_sentence() -> None:
    with pytest.raises(GateError, match=r"column A \(\{0\}\): '\{x\}' is not a number"):
        read_csv(b"{0},b\n1,2\n{x},3\n")


@pytest.mark.parametrize(("j", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")])
def test_column_letters_as_in_a_spreadsheet(j: int, letters: str) -> None:
    assert column_letter(j) == letters


def _read_or_refuse(data: bytes) -> None:
    try:
        seq = read_csv(data)
    except GateError as error:
        told = error
    else:
        assert np.isfinite(seq.X).all()
        assert all(TEXTS[note.key]["zh"].format(**note.params) for note in seq.notes)
        return
    assert ERRORS[told.key]["en"].format(**told.params) == str(told)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200))
def test_random_bytes_never_raise_anything_else(data: bytes) -> None:
    _read_or_refuse(data)


@settings(max_examples=200, deadline=None)
@given(
    st.text(alphabet='0123456789.,;\t"\n\re+- abnfi−中\u2028\ufeff', max_size=60),
    st.sampled_from(["utf-8", "utf-16", "gbk"]),
)
def test_random_tables_never_raise_anything_else(text: str, encoding: str) -> None:
    _read_or_refuse(text.encode(encoding, errors="replace"))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(*[st.floats(allow_nan=False, allow_infinity=False)] * 3), min_size=1, max_size=20),
    st.sampled_from([(",", "."), (";", ","), (";", "."), ("\t", ","), ("\t", ".")]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "gbk"]),
)
def test_what_was_written_is_read_back_exactly(
    rows: list[tuple], dialect: tuple[str, str], encoding: str
) -> None:
    delimiter, mark = dialect
    lines = [delimiter.join(repr(v).replace(".", mark) for v in row) for row in rows]
    seq = read_csv("\r\n".join(["时间1轴" + delimiter + "b" + delimiter + "c", *lines]).encode(encoding))
    np.testing.assert_array_equal(seq.X, np.array(rows))
    assert seq.channels[0] == "时间1轴"
