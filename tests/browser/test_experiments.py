"""The experiments page in a browser: train to the end, cancel, wait for a place, leave, open a file."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from page_words import foreign_in_chinese, foreign_in_english, words_of
from playwright.sync_api import Page

from gates.experiments.bundled import bundled
from gates.experiments.output import REQUIRED, to_csv
from gates.experiments.reading import read_results
from gates.text import LANGS, say

STATE = "document.getElementById('exp-state').textContent"
FOREIGN = {"zh": foreign_in_chinese, "en": foreign_in_english}
#: Trains until somebody ends it: a learning rate at which nothing is learned, and no rule that stops it.
ENDLESS = "&x_T=40&x_lr=1e-7&x_seed=0&x_n=10000&x_rnn=0&x_gru=0&x_dh=64"
QUICK = "&x_T=4&x_lr=0.02&x_seed=0%2C+1&x_n=200&x_dh=8&x_gru=0&x_size=width"


class Experiments:
    """What a person does on the page."""

    def __init__(self, explorer) -> None:
        self.explorer = explorer
        self.page: Page = explorer.page
        explorer.wait(f"() => {STATE}.length > 5")

    def state(self) -> str:
        """Where the training stands."""
        return self.page.inner_text("#exp-state")

    def foreign_words(self, lang: str) -> list[str]:
        """Words of another language; those of a command are of none."""
        commands = " ".join(self.page.locator(".exp-command").all_text_contents())
        return FOREIGN[lang]([word for word in words_of(self.page) if word not in commands])

    def press(self, id: str) -> None:
        """Press a button once it can be pressed, in front of all tabs: behind another a page draws once a second."""
        self.page.bring_to_front()
        self.page.click(f"#experiments-{id}:not([disabled])")

    def wait_state(self, start: str, seconds: float = 180) -> None:
        """Wait in front of all tabs until the sentence begins so."""
        self.page.bring_to_front()
        self.explorer.wait(f"(start) => {STATE}.startsWith(start)", start, timeout=1e3 * seconds)

    def curve(self, figure: str, name: str) -> list[float]:
        """Values of a curve, or nothing."""
        plot = f"document.querySelector('[data-figure={figure}] .js-plotly-plot')"
        return self.page.evaluate(f"Array.from({plot}?.data?.find((t) => t.name === '{name}')?.y || [])")

    def complaint(self, id: str, text: str) -> None:
        """Wait for a sentence beside a control."""
        found = f"document.getElementById('experiments-{id}-error').textContent"
        self.explorer.wait(f"(text) => {found} === text", text)


@pytest.fixture
def open_experiments(open_page) -> Callable[..., Experiments]:
    """Opens the page with the settings of a link."""

    def opened(more: str = "", lang: str = "en", **options) -> Experiments:
        return Experiments(open_page(f"?page=experiments&lang={lang}{more}", **options))

    return opened


def children(pid: int) -> set[int]:
    """Processes that the server has started and that run."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
            command = stat.with_name("cmdline").read_text()
        except OSError:
            continue
        if int(parent) == pid and state != "Z" and "spawn_main" in command:
            found.add(int(stat.parent.name))
    return found


@pytest.fixture
def trainings(app) -> Callable[[], set[int]]:
    """Trainings of the server that have come since the test began."""
    before = children(app.pid)
    return lambda: children(app.pid) - before


def until_left(experiments: Experiments, found: Callable[[], set[int]], count: int) -> None:
    """Wait until only so many trainings are left: the page answers ten times a second."""
    for _ in range(300):
        if len(found()) <= count:
            return
        experiments.page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    raise AssertionError(f"{found()} still run")


def test_the_results_that_come_along_are_shown_with_their_command(open_experiments):
    experiments = open_experiments()
    bundle = bundled("first_item")
    assert "9 runs" in experiments.state()
    assert experiments.page.locator(".results-place .exp-command").inner_text() == bundle.command
    assert experiments.page.locator(".every-run tbody tr").count() == 9
    assert set(experiments.curve("exp_quality", "chance")) == {0.125}
    marks = sorted(experiments.curve("exp_seeds", "rnn"))
    assert marks == pytest.approx(
        sorted(row["quality"] for row in bundle.rows if row["cell"] == "rnn"), abs=1e-6
    )


@pytest.mark.parametrize("lang", LANGS)
def test_a_tiny_study_trains_to_the_end(open_experiments, trainings, lang):
    experiments = open_experiments(QUICK, lang)
    experiments.press("start")
    experiments.wait_state(re.sub("<.*?>", "", say(lang, "exp.state.done", count=4)))
    experiments.explorer.wait("() => document.querySelectorAll('.every-run tbody tr').length === 4")
    learned = say(lang, "experiment.status.learned")
    statuses = experiments.page.locator(".every-run tbody tr").all_inner_texts()
    assert sum(learned in text for text in statuses) >= 2
    experiments.explorer.wait_quiet()
    assert len(experiments.curve("exp_loss", "lstm")) >= 3
    assert len(experiments.curve("exp_gates", "f")) >= 3
    assert len(experiments.curve("exp_lags", "lstm")) == 5
    assert len(experiments.curve("exp_seeds", "rnn")) == 2
    until_left(experiments, trainings, 0)
    # It may start again, and its files hold what the page shows.
    experiments.page.wait_for_selector("#experiments-start:not([disabled])")
    with experiments.page.expect_download() as download:
        experiments.page.click("#experiments-results_csv")
    rows = read_results(Path(download.value.path()).read_text(encoding="utf-8"))
    assert [(row["cell"], row["seed"]) for row in rows] == [("rnn", 0), ("lstm", 0), ("rnn", 1), ("lstm", 1)]
    with experiments.page.expect_download(timeout=60_000) as download:
        experiments.page.click("#experiments-report")
    report = Path(download.value.path()).read_text(encoding="utf-8")
    assert say(lang, "experiment.report.runs") in report
    assert "--updates 200" in report
    assert experiments.foreign_words(lang) == []


def test_curves_grow_while_it_trains_and_cancel_keeps_them(open_experiments, trainings):
    experiments = open_experiments(ENDLESS)
    experiments.press("start")
    experiments.wait_state("Training run 1 of 1")
    plot = (
        "document.querySelector('[data-figure=exp_loss] .js-plotly-plot').data.find((t) => t.name === 'lstm')"
    )
    experiments.explorer.wait(f"() => {plot}?.y.length > 2")
    before = len(experiments.curve("exp_loss", "lstm"))
    experiments.explorer.wait(f"(before) => {plot}.y.length > before", before)
    assert len(trainings()) == 1
    # Another language, with the settings and the training left as they are.
    experiments.page.click('[data-lang="zh"]')
    experiments.wait_state("训练中")
    assert experiments.page.input_value("#experiments-lengths") == "40"
    assert experiments.foreign_words("zh") == []
    experiments.page.click('[data-lang="en"]')
    experiments.wait_state("Training")
    experiments.press("cancel")
    experiments.wait_state("Cancelled: runs with a result: 1 of 1")
    until_left(experiments, trainings, 0)
    assert "cancelled" in experiments.page.locator(".every-run tbody tr").inner_text()
    assert len(experiments.curve("exp_loss", "lstm")) > before


def test_two_train_at_once_and_the_third_waits_for_its_turn(open_experiments, trainings):
    first, second, third = (open_experiments(ENDLESS) for _ in range(3))
    for one in (first, second):
        one.press("start")
        one.wait_state("Training run 1 of 1")
    third.press("start")
    third.wait_state("In the queue: 0 waiting before you.")
    assert len(trainings()) == 2
    pids = trainings()
    # Who leaves makes room: the process of a closed page is gone, and the third begins.
    first.page.close()
    third.wait_state("Training run 1 of 1")
    assert len(pids & trainings()) == 1
    second.press("cancel")
    third.press("cancel")
    third.wait_state("Cancelled")
    until_left(third, trainings, 0)


def test_a_closed_page_leaves_no_process(open_experiments, trainings):
    watching, leaving = open_experiments(), open_experiments(ENDLESS)
    leaving.press("start")
    leaving.wait_state("Training run 1 of 1")
    assert len(trainings()) == 1
    leaving.page.close()
    until_left(watching, trainings, 0)


@pytest.mark.parametrize("lang", LANGS)
def test_a_bad_results_csv_is_refused_with_a_sentence(open_experiments, lang):
    experiments = open_experiments("", lang)
    before = experiments.state()
    experiments.page.click(".experiments details:has(#experiments-file) > summary")
    file = {"name": "results.csv", "mimeType": "text/csv", "buffer": b"cell,quality\nlstm,1\n"}
    experiments.page.set_input_files("#experiments-file", files=[file])
    missing = ", ".join(name for name in REQUIRED if name not in ("cell", "quality"))
    experiments.complaint("file", say(lang, "error.experiment.columns", missing=missing))
    assert experiments.state() == before
    good = to_csv(bundled("first_item").rows, REQUIRED).encode()
    experiments.page.set_input_files("#experiments-file", files=[file | {"buffer": good}])
    experiments.wait_state(re.sub("<.*?>", "", say(lang, "exp.state.uploaded", count=9)))
    experiments.complaint("file", "")
    assert experiments.page.locator(".live-figure[data-figure=exp_loss]").is_hidden()
    assert len(list(csv.DictReader(io.StringIO(good.decode())))) == 9
    experiments.press("bundled")
    experiments.wait_state(before)
    assert experiments.page.locator(".live-figure[data-figure=exp_loss]").is_visible()


def test_a_study_that_cannot_be_trained_says_why(open_experiments):
    experiments = open_experiments()
    experiments.page.fill("#experiments-lengths", "50, x")
    experiments.complaint("lengths", say("en", "exp.error.whole", word="x", low=2, high=500))
    experiments.page.fill("#experiments-lengths", "20, 50, 100, 200, 400")
    experiments.page.fill("#experiments-lrs", "0.1 0.01 0.001")
    experiments.complaint("start", say("en", "exp.error.runs", count=225, most=120))
    experiments.explorer.wait(
        "(text) => document.querySelector('[data-text=plan]').textContent === text",
        say("en", "exp.plan_wrong"),
    )
    assert "--length 20,50,100,200,400 --lr 0.003" in experiments.page.inner_text("#exp-command")
    experiments.press("start")
    experiments.explorer.wait(
        "() => document.querySelector('.shiny-notification')?.textContent.includes('225')"
    )
    assert "9 runs" in experiments.state()


def test_a_button_fills_in_the_grid_and_every_cell_of_it_is_there(open_experiments):
    experiments = open_experiments()
    experiments.press("preset_grid")
    experiments.explorer.wait(
        "() => document.getElementById('exp-command').textContent.includes('--length 20,50,100 --lr 0.001,0.003,0.01')"
    )
    assert experiments.page.inner_text("[data-text=plan]") == say("en", "exp.plan", runs=81)
    experiments.page.fill("#experiments-lengths", "3, 4")
    experiments.page.fill("#experiments-lrs", "0.0000001, 0.02")
    experiments.page.fill("#experiments-seeds", "0")
    experiments.page.click(".experiments details:has(#experiments-updates) > summary")
    experiments.page.fill("#experiments-updates", "150")
    experiments.page.fill("#experiments-d_h", "8")
    experiments.explorer.wait(
        "(text) => document.querySelector('[data-text=plan]').textContent === text",
        say("en", "exp.plan", runs=12),
    )
    experiments.press("start")
    experiments.wait_state("Done")
    experiments.explorer.wait("() => !document.querySelector('.grid-table td.empty')")
    cells = experiments.page.locator(".grid-table td").all_inner_texts()
    assert len(cells) == 12
    assert all(re.search(r"learned|diverged", cell) for cell in cells)
    assert all("nothing learned" in cell or "partly" in cell for cell in cells[::2])
    # The curves of another cell of the grid.
    assert experiments.page.locator("#experiments-setting option").count() == 4
    before = experiments.curve("exp_loss", "lstm")
    with experiments.explorer.next_frame():
        experiments.page.select_option("#experiments-setting", "1")
    assert experiments.curve("exp_loss", "lstm") != before


def test_the_command_is_copied(open_experiments):
    experiments = open_experiments(QUICK)
    experiments.page.click("[data-action=copy]")
    said = [say("en", "exp.copied"), say("en", "exp.select_to_copy")]
    experiments.explorer.wait(
        "(said) => said.includes(document.getElementById('gate-said').textContent)", said
    )


def test_a_tables_numbers_are_those_of_the_figure(open_experiments):
    experiments = open_experiments()
    experiments.page.click("#experiments-exp_loss_card [data-action=table]")
    rows = experiments.page.locator(".modal tbody tr")
    rows.first.wait_for()
    shown = [float(row.split("\t")[1]) for row in rows.all_inner_texts()]
    assert shown == pytest.approx(experiments.curve("exp_loss", "rnn"), rel=1e-5)


def test_a_wild_link_gives_first_values(open_experiments):
    experiments = open_experiments("&x_T=&x_lr=nope&x_n=1e9&x_show=99&x_task=chess&x_rnn=maybe")
    experiments.explorer.wait(
        "() => document.querySelector('.shiny-notification')?.textContent.includes('x_task')"
    )
    experiments.complaint("lrs", say("en", "exp.error.number", word="nope", low="1e-07", high="100"))
    assert "9 runs" in experiments.state()
    assert experiments.page.input_value("#experiments-updates") == "3000"
