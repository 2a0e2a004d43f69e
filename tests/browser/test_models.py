"""The models page: people's own files, what is found in them, checked, converted and sent to the explorer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import model_files as files
import numpy as np
import pytest
import torch
from explorer_page import ExplorerPage
from page_words import CJK, foreign_in_chinese, foreign_in_english, words_of
from playwright.sync_api import Locator, Page, expect
from running_app import RunningApp
from site_page import DESK
from tabs import Tabs

from gates.core import LSTM, gradients
from gates.text import say

# A model is read by another process, which starts with the first question.
expect.set_options(timeout=45_000)

#: Words of files and frameworks, which are not translated; the version is said by the frame of the page.
OF_FILES = {*("lstm", "gru", "GRU", "ONNX", "onnx", "head", "sigmoid", "tanh", "linear"),
            *("none", "after", "before", "Version")}  # fmt: skip


class ModelsPage(ExplorerPage):
    """The page in a browser; the explorer's own methods serve after a layer was sent there."""

    def __init__(self, page: Page, url: str) -> None:
        super().__init__(page, url)
        page.set_default_timeout(45_000)

    def open(self, query: str = "lang=en") -> ModelsPage:
        """Open the page and wait for the first model's figures."""
        self.page.goto(f"{self.url}?page=models&{query}")
        return self

    def card(self, output: str) -> Locator:
        """A card of facts by its output."""
        return self.page.locator(f"#models-{output}")

    def has(self, output: str, text: str | re.Pattern[str]) -> None:
        """Wait until a card says something."""
        expect(self.card(output)).to_contain_text(text)

    def pick(self, name: str, value: str) -> None:
        """Choose from a list of this page."""
        self.page.select_option(f"#models-{name}", value)

    def upload(self, name: str, path: Path) -> None:
        """Give a file."""
        self.page.set_input_files(f"#models-{name}", path)

    def load(self, path: Path) -> None:
        """Give a model file."""
        if self.page.input_value("#models-model") != "own":
            self.pick("model", "own")
        self.upload("weights", path)

    def complains(self, name: str, text: str | re.Pattern[str]) -> None:
        """Wait for a sentence beside a control."""
        expect(self.page.locator(f"#models-{name}-error")).to_have_text(text)

    def says_of(self, figure: str, text: str | re.Pattern[str]) -> None:
        """Wait for the sentence under a figure."""
        expect(self.page.locator(f"#models-{figure}-says")).to_contain_text(text)

    def points(self, trace: str) -> np.ndarray:
        """Positions of the marks of a gate, (2, d_h)."""
        found = f"{self._figure('model_sat')}.data.find((t) => t.name === '{trace}')"
        return np.array(self.page.evaluate(f"[Array.from({found}.x), Array.from({found}.y)]"))

    def reach(self, trace: str) -> np.ndarray:
        """A curve of the gradient's reach."""
        found = f"{self._figure('model_reach')}.data.find((t) => t.name === '{trace}')"
        return np.array(self.page.evaluate(f"Array.from({found}.y)"))

    def _figure(self, name: str) -> str:
        return f"document.querySelector('.page.models [data-figure={name}] .js-plotly-plot')"


@pytest.fixture
def models(app: RunningApp, tabs: Tabs) -> Iterator[ModelsPage]:
    """The page; at the end it has reported no error and asked no other host."""
    page = tabs.take(DESK, locale="en-US", color_scheme="light")
    shown = ModelsPage(page, app.url).open()
    shown.has("found", "1,732 parameters")
    yield shown
    errors = page.locator(".shiny-output-error").count()
    tabs.give_back(shown)
    assert shown.problems == []
    assert shown.external == []
    assert errors == 0


def sequences(models: ModelsPage, folder: Path) -> dict[str, Path]:
    """Feed the page with the test's own sequence."""
    paths = files.written(folder, x_dot_npy=files.npy(files.X))
    models.pick("fed", "own")
    models.upload("sequence", paths["x_dot_npy"])
    return paths


@pytest.mark.parametrize("kind", ["pt", "safetensors"])
def test_layers_counts_and_figures_of_a_real_file(models, tmp_path, kind):
    module = files.Tagger()
    data = {"pt": files.pt, "safetensors": files.safetensors_file}[kind](module)
    path = files.written(tmp_path, **{f"tagger_dot_{kind}": data})[f"tagger_dot_{kind}"]
    models.load(path)
    models.has("found", f"tagger.{kind}")
    counted = sum(p.numel() for p in module.parameters())
    models.has("found", f"{counted:,} parameters")
    rows = models.card("found").locator("tbody tr")
    assert rows.locator("th").all_inner_texts() == ["encoder.l0", "encoder.l1", "out"]
    assert rows.nth(1).locator("td").all_inner_texts()[1:3] == ["10 → 5", "bidirectional ⇄ (concat)"]
    models.has("found", "Run on 100 × 1 × 3 (steps × sequences × channels); y has shape (100, 1, 4)")
    # The second layer's backward direction, on the test's own sequence.
    sequences(models, tmp_path)
    models.has("found", "Run on 30 × 2 × 3")
    expect(models.page.locator("#models-side option")).to_have_count(4)
    models.pick("side", "4")
    models.pick("b", "2")
    models.says_of("model_reach", "encoder.l1 ←, sequence 2")
    models.wait_quiet()
    cell, x = backward_layer(module)
    trace = cell.run(x)
    flow = gradients.flow(cell, trace)
    np.testing.assert_allclose(models.reach("full"), flow.log10_full[:, 1], atol=2e-5)
    np.testing.assert_allclose(models.reach("direct"), flow.log10_direct_norm[:, 1], atol=2e-5)
    np.testing.assert_allclose(models.points("f")[1], (trace.f > 0.9).mean((0, 1)), atol=1e-6)


def backward_layer(module: files.Tagger) -> tuple[LSTM, np.ndarray]:
    """The core's cell of the second layer's backward direction, and the input that PyTorch gives it."""
    p = {name: t.detach().double().numpy() for name, t in module.encoder.named_parameters()}
    first = torch.nn.LSTM(files.D_X, files.D_H, bidirectional=True)
    first.load_state_dict({k: v for k, v in module.encoder.state_dict().items() if "_l0" in k})
    with torch.no_grad():
        x = first(torch.from_numpy(files.X))[0].numpy()
    W = np.concatenate([p["weight_ih_l1_reverse"], p["weight_hh_l1_reverse"]], 1).reshape(4, files.D_H, -1)
    b = (p["bias_ih_l1_reverse"] + p["bias_hh_l1_reverse"]).reshape(4, files.D_H)
    order = [0, 1, 3, 2]  # PyTorch has i, f, g, o; the core has i, f, o, c
    return LSTM(W[order], b[order]), x[::-1].astype(float)


def test_an_assumption_is_overridden_and_stays_in_the_link(models):
    models.pick("model", "gru")
    models.has("open", "linear_before_reset=0")
    models.has("found", "reset before")
    parted = models.card("open").locator("li").inner_text()
    assert re.fullmatch(r"after: 0\.\d+", parted)
    answer = models.page.locator("select[data-answer=reset]")
    answer.focus()
    answer.select_option("after")
    models.has("found", "reset after")
    expect(models.page.locator("select[data-answer=reset]")).to_have_value("after")
    models.wait("() => document.activeElement.dataset.answer === 'reset'")
    assert models.card("open").locator("li").inner_text() == parted.replace("after", "before")
    models.wait("() => new URLSearchParams(location.search).get('m_a') === 'gru:reset=after'")
    query = models.page.evaluate("location.search.slice(1)")
    models.open(query)
    models.has("found", "reset after")


def test_the_right_outputs_agree_and_the_wrong_convention_is_named(models, tmp_path):
    module = files.gru()
    paths = files.written(
        tmp_path, right_dot_pt=files.pt(module), wrong_dot_onnx=files.onnx_gru(module),
        y_dot_npy=files.npy(files.run(module)),
    )  # fmt: skip
    sequences(models, tmp_path)
    models.load(paths["right_dot_pt"])
    models.has("found", "right.pt")
    models.has("found", "y has shape (30, 2, 5)")
    models.upload("recorded", paths["y_dot_npy"])
    models.has("checked", "They agree")
    models.load(paths["wrong_dot_onnx"])
    models.has("found", "wrong.onnx")
    models.has("checked", "Another convention fits: the reset gate on the other side of the linear map")
    models.has("checked", "Choose reset = after above")
    models.page.locator("select[data-answer=reset]").select_option("after")
    models.has("checked", "They agree")
    # Outputs of another sequence fit nothing; the wrong shape is a sentence.
    other = files.written(
        tmp_path,
        z_dot_npy=files.npy(files.run(module)[::2]),
        r_dot_npy=files.npy(files.X[..., :1] * np.ones(5)),
    )
    models.upload("recorded", other["r_dot_npy"])
    models.has("checked", "None of the conventions that were tried fits")
    models.upload("recorded", other["z_dot_npy"])
    models.complains("recorded", re.compile(r"The recorded outputs have shape \(15, 2, 5\)"))


def test_a_model_is_converted_or_the_reason_is_given(models, tmp_path):
    models.has("converted", "first-item-lstm.keras")
    models.pick("to", "pytorch")
    models.has("converted", "first-item-lstm.pt")
    with models.page.expect_download() as caught:
        models.page.click("#models-converted_file")
    assert caught.value.suggested_filename == "first-item-lstm.pt"
    state = torch.load(caught.value.path(), weights_only=True)
    assert state["lstm.weight_ih_l0"].shape == (64, 8)
    module = torch.nn.LSTM(8, 16)
    module.load_state_dict({k.removeprefix("lstm."): v for k, v in state.items() if k.startswith("lstm.")})
    models.pick("model", "gru")
    models.has("converted", "There is no such file")
    models.has("converted", "convert to ONNX (linear_before_reset=0) or Keras (reset_after=False)")
    expect(models.page.locator("#models-converted_file")).to_be_hidden()
    with models.page.expect_download() as caught:
        models.page.click("#models-example")
    assert np.load(caught.value.path()).shape == (40, 8, 8)


def test_a_layer_goes_to_the_explorer_where_the_sliders_add(models):
    models.says_of("model_reach", "lstm.l0")
    models.page.click("#models-send")
    explorer = models
    expect(explorer.page.locator('.navbar [data-value="explorer"]')).to_have_class(re.compile("active"))
    explorer.wait(
        "() => document.querySelector('.page.explorer [data-figure=reach] .js-plotly-plot')?.data?.length"
    )
    expect(explorer.page.locator('.page.explorer [data-text="model_note"]')).to_contain_text(
        "lstm.l0 → (first-item-lstm.safetensors) (8 → 16): the sliders add to its trained biases"
    )
    explorer.wait_quiet()
    assert explorer.value("b_f") == 0
    trained = explorer.curve("gates", "f")
    assert len(trained) == 40
    np.testing.assert_allclose(explorer.curve("reach", "full"), models.reach("full"), atol=1e-5)
    assert explorer.page.input_value("#explorer-state0") == "model"
    explorer.set("b_f", -3)
    moved = explorer.curve("gates", "f")
    assert np.all(moved < trained - 0.1)
    # Resetting goes to 0, the model as it came, and not to the explorer's own start.
    with explorer.next_frame():
        explorer.page.locator('[data-reset="explorer-b_f"]').click()
    assert explorer.value("b_f") == 0
    np.testing.assert_allclose(explorer.curve("gates", "f"), trained, atol=1e-6)
    explorer.radio("weights", "drawn")
    expect(explorer.page.locator('input[name="explorer-cell"]').first).to_be_visible()
    explorer.wait(
        "(said) => document.getElementById('explorer-state0-error').textContent === said",
        say("en", "explorer.model_state"),
    )
    assert explorer.is_alive()


BAD = {
    "nothing_dot_pt": (b"", "The model file is empty."),
    "random_dot_onnx": (bytes(range(256)) * 20, None),
    "cut_dot_safetensors": (b"\xff" * 8 + b"{", None),
    "words_dot_json": (b'{"a": [1, 2', None),
    "pickle_dot_pt": (b"\x80\x02cos\nsystem\nX\x06\x00\x00\x00whoami\x85R.", None),
}


def test_bad_files_get_a_sentence_and_the_last_picture_stays(models, tmp_path):
    models.says_of("model_reach", "lstm.l0")
    models.wait_quiet()
    before = models.reach("full")
    for name, (data, text) in BAD.items():
        models.load(files.written(tmp_path, **{name: data})[name])
        place = models.page.locator("#models-weights-error")
        expect(place).to_have_text(re.compile(text or r"\w.*\."))
        models.has("found", "What follows still belongs to the earlier model")
        models.has("found", "first-item-lstm.safetensors")
    np.testing.assert_array_equal(models.reach("full"), before)
    models.load(files.written(tmp_path, good_dot_pt=files.pt(files.gru()))["good_dot_pt"])
    models.has("found", "good.pt")
    models.complains("weights", "")
    wide = files.written(tmp_path, x_dot_csv=b"a,b\n1,2\n3,4\n", bad_dot_csv=b"a,b,c\n1,2,\n3,4,5\n")
    models.pick("fed", "own")
    models.upload("sequence", wide["x_dot_csv"])
    models.complains("sequence", re.compile(r"the model takes \(T, 3\)"))
    models.upload("sequence", wide["bad_dot_csv"])
    models.complains("sequence", re.compile("Row 2, column C"))
    models.page.click('[data-lang="zh"]')
    expect(models.page.locator("#models-sequence-error")).to_have_text(re.compile("第 2 行"))


def test_the_language_changes_in_place(models):
    models.pick("model", "gru")
    models.page.locator("select[data-answer=reset]").select_option("after")
    models.pick("b", "3")
    models.pick("to", "onnx")
    models.says_of("model_reach", "sequence 3")
    models.has("converted", "first-item-gru.onnx")
    assert foreign_in_english(words_of(models.page)) == []
    before = models.reach("full")
    models.page.click('[data-lang="zh"]')
    models.has("found", "先线性后重置")
    models.has("open", "（默认）")
    models.says_of("model_reach", "第 3 个序列")
    models.says_of("model_sat", "低于 0.1")
    assert models.page.locator("select[data-answer=reset]").input_value() == "after"
    assert models.page.input_value("#models-b") == "3"
    assert models.page.input_value("#models-to") == "onnx"
    np.testing.assert_array_equal(models.reach("full"), before)
    odd = [
        w
        for w in foreign_in_chinese(words_of(models.page))
        if not set(re.findall(r"[A-Za-z]{3,}", w)) <= OF_FILES
    ]
    assert odd == []
    assert CJK.search(
        models.page.locator(".page.models .live-figure[data-figure=model_reach]").get_attribute("aria-label")
    )
