"""Two people at once, and one who leaves."""

from __future__ import annotations

import numpy as np


def test_two_sessions_are_independent(open_page):
    one, two = open_page("?lang=en&seed=1"), open_page("?lang=zh&cell=gru&seed=2")
    before = two.curve("reach", "full")
    # Behind another tab a page draws once a second.
    one.page.bring_to_front()
    one.set("b_f", 5.0)
    one.choose("family", "zero")
    np.testing.assert_array_equal(two.curve("reach", "full"), before)
    two.page.bring_to_front()
    two.set("b_z", -3.0)
    assert one.value("b_f") == 5.0
    np.testing.assert_array_equal(one.curve("reach", "full"), one.curve("reach", "direct"))
    assert two.is_alive()
    one.page.bring_to_front()
    assert one.is_alive()


def test_leaving_in_the_middle_of_a_calculation_leaves_nothing_in_the_log(app, open_page):
    explorer = open_page("?lang=en&dh=128&in=noise&T=2000")
    explorer.type("b_f", 3)
    explorer.page.goto("about:blank")
    assert open_page().is_alive()
    assert app.trouble() == []
