// Rules of the frameworks with :has(): while one of them watches an ancestor of a figure, the browser looks through the
// whole page again for every tick label that Plotly puts in; a tenth of a drag went there. None of them shows on our pages.
// Runs before the page is laid out for the first time: later, the ancestors would stay marked as watched.
(() => {
  "use strict";
  const ours = (sheet) => sheet.href?.includes("/gate-explorer-");
  function strip(owner) {
    for (let i = owner.cssRules.length - 1; i >= 0; i--) {
      const rule = owner.cssRules[i];
      if (rule.selectorText?.includes(":has(")) owner.deleteRule(i);
      else if (rule.cssRules?.length) strip(rule);
    }
  }
  for (const sheet of document.styleSheets) if (!ours(sheet)) strip(sheet);
})();
