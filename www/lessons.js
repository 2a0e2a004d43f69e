// Lessons: an answer first, then the figure. What was answered is in the page and on the server, never in the link.
(() => {
  "use strict";
  const one = (selector, scope = document) => scope.querySelector(selector);
  const all = (selector, scope = document) => [...scope.querySelectorAll(selector)];
  const answered = {}; // lesson -> answer
  const item = (name) => one(`.lesson-list input[value="${name}"]`);
  const given = (lesson) => one(".lesson-answer input:checked", lesson)?.value;

  function tell() {
    Shiny.setInputValue("lessons-revealed", { ...answered });
  }
  function show(lesson, revealed) {
    lesson.classList.toggle("is-revealed", revealed);
    for (const el of all(".lesson-result, [data-again], .lesson-open", lesson)) el.hidden = !revealed;
    for (const el of all(".lesson-wait, [data-reveal]", lesson)) el.hidden = revealed;
    for (const el of all(".lesson-answer input", lesson)) el.disabled = revealed;
    item(lesson.dataset.lesson).closest(".radio").classList.toggle("is-done", revealed);
    window.GateLive.schedule();
  }
  function reveal(lesson) {
    answered[lesson.dataset.lesson] = given(lesson);
    show(lesson, true);
    tell();
    const result = one(".lesson-verdict", lesson);
    if (result.getBoundingClientRect().top > innerHeight) result.scrollIntoView({ block: "center" });
  }
  function again(lesson) {
    delete answered[lesson.dataset.lesson];
    for (const el of all(".lesson-answer input", lesson)) el.checked = false;
    for (const el of all(".live-range", lesson)) window.GateControls.setRange(el.id, el.dataset.default);
    one(".lesson-verdict", lesson).textContent = "";
    show(lesson, false);
    one("[data-reveal]", lesson).disabled = true;
    tell();
    one(".lesson-answer input", lesson).focus();
  }
  // On a phone the list is a strip.
  function centre() {
    const list = one(".lesson-list .shiny-options-group"), chosen = one(".lesson-list input:checked").closest(".radio");
    list.scrollLeft = chosen.offsetLeft - list.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2;
  }
  function go(name) {
    item(name).click();
    one(".lesson-place").scrollTop = 0;
    window.scrollTo(0, 0);
  }

  document.addEventListener("change", (e) => {
    if (e.target.matches(".lesson-answer input")) one("[data-reveal]", e.target.closest(".lesson")).disabled = false;
    else if (e.target.matches(".lesson-list input")) centre();
  });
  document.addEventListener("DOMContentLoaded", centre);
  document.addEventListener("shown.bs.tab", centre);
  document.addEventListener("click", (e) => {
    const lesson = e.target.closest(".lesson");
    if (!lesson) return;
    if (e.target.closest("[data-reveal]") && given(lesson)) reveal(lesson);
    else if (e.target.closest("[data-again]")) again(lesson);
    else if (e.target.closest("[data-lesson-go]")) go(e.target.closest("[data-lesson-go]").dataset.lessonGo);
  });
})();
