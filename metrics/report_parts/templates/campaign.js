"use strict";
(() => {
  // Filters and sorts the table of runs; everything else on the page stands as it is.
  const table = document.getElementById("files");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const search = document.getElementById("search");
  const filter = () => {
    const typed = search.value.trim().toLowerCase();
    let shown = 0;
    rows.forEach((row, n) => { row.hidden = !texts[n].includes(typed); shown += row.hidden ? 0 : 1; });
    document.getElementById("count").textContent = shown === rows.length ? `${rows.length} runs` : `${shown} of ${rows.length} runs`;
  };
  search.addEventListener("input", filter);
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    head.firstElementChild.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const numbers = head.firstElementChild.dataset.kind === "n";
      const key = (row) => { const text = row.cells[column].textContent; return numbers ? parseFloat(text.replaceAll(",", "") || "-1") : text; };
      const sorted = [...rows].sort((a, b) => { const [x, y] = [key(a), key(b)]; return (down ? -1 : 1) * (x < y ? -1 : x > y ? 1 : 0); });
      body.append(...sorted);
    });
  });
})();
