// Cell diagrams of a page that has no figures: their numbers come in a message of their own, by kind of cell.
(() => {
  "use strict";
  function show({ page, diagrams }) {
    for (const host of document.querySelectorAll(`.page[data-page="${page}"] [data-diagram]`)) {
      const values = diagrams[host.dataset.diagram];
      host.closest(".diagram-card").hidden = !values;
      if (values) window.GateDiagram.update(host, values);
    }
  }
  document.addEventListener("DOMContentLoaded", () => Shiny.addCustomMessageHandler("gate-diagrams", show));
})();
