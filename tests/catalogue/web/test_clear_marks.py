"""On a page no candidate, total or dot meets another, at three widths, with all candidates and each stage of a hint."""

from itertools import combinations

import pytest

from board_catalogue import catalogue

WIDTHS = (1440, 390, 375)
MEASURED = """() => {
  const found = [];
  const add = (kind, {left, right, top, bottom}) => found.push({kind, left, right, top, bottom});
  const capitals = ({left, right, top, bottom}, size) => {
    const [middle, half] = [(top + bottom) / 2, 0.37 * size];
    return {left, right, top: middle - half, bottom: middle + half};
  };
  for (const each of document.querySelectorAll(".board .candidates")) {
    const style = getComputedStyle(each);
    for (const node of [...each.childNodes].filter((child) => child.data)) {
      for (let place = 0; place < node.length; place++) {
        if (!node.data[place].trim()) continue;
        const range = document.createRange();
        range.setStart(node, place);
        range.setEnd(node, place + 1);
        const {left, right, top, bottom} = range.getBoundingClientRect();
        const wide = right - parseFloat(style.letterSpacing);
        add("candidate", capitals({left, right: wide, top, bottom}, parseFloat(style.fontSize)));
      }
    }
  }
  for (const text of document.querySelectorAll(".rules.mixed text")) {
    const box = text.getBoundingClientRect();
    const size = (parseFloat(text.getAttribute("font-size")) * (box.bottom - box.top)) / text.getBBox().height;
    add("text", capitals(box, size));
  }
  for (const dot of document.querySelectorAll(".rules.covering circle")) add("dot", dot.getBoundingClientRect());
  const signs = document.querySelectorAll(".overlay svg > g > :first-child:not(text)");
  for (const sign of signs) add("sign", sign.getBoundingClientRect());
  return found;
}"""


def meet(one, other):
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return across > 0.25 and down > 0.25  # of a pixel


def pressed(page, name):
    page.evaluate(
        "name => [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name).click()", name
    )
    page.wait_for_timeout(600)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("rules", "count"), [("killer", 2), ("thermo,kropki", 2), ("killer,xv,renban", 1)])
def test_no_mark_meets_another(rules, count, browser, serving, tmp_path):
    home = tmp_path / "home"
    with catalogue.open(home) as opened:
        opened.fill(count, rules=rules, seed=1, threads=1)
    with serving(home) as server:
        for width in WIDTHS:
            with browser.new_context(viewport={"width": width, "height": 900}) as context:
                page = context.new_page()
                for number in range(count):
                    page.goto(f"{server}/play?board={number}")
                    page.locator("#auto").evaluate("box => box.click()")
                    page.wait_for_timeout(400)
                    for stage in (None, "Where", "Technique", "All"):
                        if stage:
                            pressed(page, stage)
                        boxes = page.evaluate(MEASURED)
                        assert len([box for box in boxes if box["kind"] == "candidate"]) > 150
                        for one, other in combinations(boxes, 2):
                            is_shown = {one["kind"], other["kind"]} == {
                                "candidate",
                                "sign",
                            }  # a sign covers its candidate
                            assert is_shown or not meet(one, other), (width, number, stage, one, other)
