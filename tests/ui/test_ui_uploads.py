"""Only what an upload has brought is opened."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from gates.ui.uploads import uploaded_file


@pytest.fixture
def kept(tmp_path, monkeypatch) -> Path:
    """A file where Shiny keeps uploads."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    path = tmp_path / "fileupload-ab12" / "tmpxyz" / "0.csv"
    path.parent.mkdir(parents=True)
    path.write_text("1\n")
    return path


def test_an_uploaded_file(kept):
    assert uploaded_file([{"name": "a.csv", "datapath": str(kept)}]) == kept
    assert uploaded_file(({"datapath": str(kept)}, {"datapath": "/x"})) == kept


@pytest.mark.parametrize(
    "value",
    [None, [], 5, "x", {}, {"datapath": "/etc/hostname"}, [5], [None], [{}], [{"datapath": None}],
     [{"datapath": ["a"]}], [{"datapath": ""}], [{"datapath": "\0"}], [{"datapath": "/etc/hostname"}],
     [{"datapath": "/"}], [{"datapath": "x" * 5000}]],
    ids=repr,
)  # fmt: skip
def test_anything_else_is_nothing(value):
    assert uploaded_file(value) is None


def test_no_way_out_of_the_upload_folder(kept, tmp_path):
    secret = tmp_path / "secret.csv"
    secret.write_text("1\n")
    link = kept.parent / "1.csv"
    link.symlink_to(secret)
    outside = [
        f"{kept.parent}/../../secret.csv",
        str(secret),
        str(link),
        f"{kept.parent}",
        f"{kept.parent}/none.csv",
    ]
    assert [uploaded_file([{"datapath": path}]) for path in outside] == [None] * 5
