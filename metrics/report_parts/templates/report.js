"use strict";
(() => {
  // Whatever the run left behind is text here: it becomes text nodes, never markup.
  const $ = (id) => document.getElementById(id);
  const small = JSON.parse($("small").textContent);
  const files = small.files;
  const details = new Map();
  const detail = (n) => {
    if (!details.has(n)) details.set(n, JSON.parse($("f" + n).textContent));
    return details.get(n);
  };
  const h = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
    element.append(...children.filter((child) => child !== null && child !== undefined).map((child) => (child instanceof Node ? child : String(child))));
    return element;
  };
  const words = (name) => String(name).replaceAll("_", " ");
  const chip = (state) => h("span", { class: "chip s-" + state, "data-sign": small.signs[state] || "" }, words(state));

  // -- the file table: filter and sort ---------------------------------------------------------------------
  const body = $("files").tBodies[0];
  const rows = [...body.rows];
  const texts = rows.map((row) => (row.cells[0].textContent + "\n" + row.cells[8].textContent).toLowerCase());
  const wanted = new Set();
  let order = rows.map((_, n) => n);
  let shown = order;
  // Only the first rows are laid out: the next ones join as one scrolls to their end.
  let limit = small.first;
  const reveal = () => {
    const kept = new Set(shown.slice(0, limit));
    rows.forEach((row, n) => { if (row.hidden === kept.has(n)) row.hidden = !row.hidden; });
  };
  const scroller = $("files").parentElement;
  scroller.addEventListener("scroll", () => {
    if (limit < shown.length && scroller.scrollTop + 2 * scroller.clientHeight > scroller.scrollHeight) { limit += small.first; reveal(); }
  });
  const filter = () => {
    const typed = $("search").value.trim().toLowerCase();
    const kind = $("kind").value;
    shown = order.filter((n) => (!wanted.size || wanted.has(rows[n].dataset.s)) && (!kind || rows[n].dataset.e === kind) && texts[n].includes(typed));
    limit = small.first;
    reveal();
    $("count").textContent = shown.length === rows.length ? `${rows.length} files` : `${shown.length} of ${rows.length} files`;
    cursor.row = Math.min(cursor.row, Math.max(0, shown.length - 1));
    layout();
  };
  let waiting = 0;
  $("search").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(filter, 60); });
  $("kind").addEventListener("change", filter);
  const states = [...document.querySelectorAll("button[data-state]")];
  for (const button of states) {
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", on);
      if (on) wanted.add(button.dataset.state); else wanted.delete(button.dataset.state);
      filter();
    });
  }
  $("clear").addEventListener("click", () => {
    $("search").value = "";
    $("kind").value = "";
    wanted.clear();
    for (const button of states) button.setAttribute("aria-pressed", "false");
    filter();
  });
  const heads = [...$("files").tHead.rows[0].cells];
  heads.forEach((head, column) => {
    head.firstElementChild.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const numbers = head.firstElementChild.dataset.kind === "n";
      const keys = rows.map((row) => (numbers ? parseFloat(row.cells[column].textContent || "-1") : row.cells[column].textContent));
      const compare = numbers ? (a, b) => keys[a] - keys[b] : (a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : 0);
      order = rows.map((_, n) => n).sort((a, b) => (down ? -1 : 1) * compare(a, b) || a - b);
      body.append(...order.map((n) => rows[n]));
      filter();
    });
  });

  // -- the heat map: only what is in view is drawn ---------------------------------------------------------
  const box = $("heat");
  const canvas = box.firstElementChild;
  const pen = canvas.getContext("2d");
  const layers = { state: 0, intensity: 1, inhibition: 2, confidence: 3 };
  const ramps = { intensity: "--heat", inhibition: "--inhibit", confidence: "--sure" };
  let layer = "state";
  const cursor = { row: 0, tick: Math.max(0, small.ticks.length - 1) };
  const HIGH = 19, TOP = 22;
  let left = 260, step = 20;
  const layout = () => {
    const width = box.clientWidth;
    left = Math.min(340, Math.round(width * 0.32));
    step = Math.max(3, Math.min(64, Math.floor((width - left - 12) / Math.max(1, small.ticks.length))));
    const most = Math.round(window.innerHeight * 0.62);
    const high = Math.min(most, TOP + shown.length * HIGH + 6);
    const fine = window.devicePixelRatio || 1;
    canvas.width = width * fine;
    canvas.height = high * fine;
    canvas.style.width = width + "px";
    canvas.style.height = high + "px";
    $("tail").style.height = Math.max(0, TOP + shown.length * HIGH + 6 - high) + "px";
    pen.setTransform(fine, 0, 0, fine, 0, 0);
    draw();
  };
  const draw = () => {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const width = box.clientWidth, high = canvas.clientHeight;
    const ink = colour("--ink"), soft = colour("--soft"), card = colour("--card");
    const palette = {};
    for (const state of Object.keys(small.signs)) palette[state] = colour("--" + state);
    const ramp = ramps[layer] ? colour(ramps[layer]) : "";
    pen.fillStyle = card;
    pen.fillRect(0, 0, width, high);
    pen.font = "12px ui-monospace, Menlo, Consolas, monospace";
    const first = Math.floor(box.scrollTop / HIGH);
    const last = Math.min(shown.length, first + Math.ceil((high - TOP) / HIGH) + 1);
    for (let place = first; place < last; place++) {
      const y = TOP + place * HIGH - box.scrollTop;
      const [key, , cells] = files[shown[place]];
      const strip = left + small.ticks.length * step + 12;
      if (width - strip > 160) {
        // Where few ticks leave room, what it came to stands beside the cells.
        const said = rows[shown[place]].cells;
        const line = [said[2].textContent, said[4].textContent, said[8].textContent].filter(Boolean).join("  ");
        const fits = Math.floor((width - strip - 10) / 7.3);
        pen.textAlign = "left";
        pen.fillStyle = soft;
        pen.fillText(line.length > fits ? line.slice(0, fits - 1) + "…" : line, strip, y + 13);
      }
      pen.textAlign = "right";
      pen.fillStyle = place === cursor.row && document.activeElement === box ? colour("--accent") : ink;
      const room = Math.floor((left - 16) / 7.3);
      pen.fillText(key.length > room ? "…" + key.slice(1 - room) : key, left - 8, y + 13);
      pen.textAlign = "center";
      cells.forEach((cell, t) => {
        const x = left + t * step;
        if (cell === 0) return;
        const value = cell[layers[layer]];
        if (layer === "state") {
          pen.fillStyle = palette[value] || soft;
          pen.fillRect(x, y, step - 1, HIGH - 2);
          if (step >= 12) {
            pen.fillStyle = value === "needs_review" || value === "pending" ? "#1b1500" : "#ffffff";
            pen.fillText(small.signs[value] || "", x + step / 2, y + 13);
          }
        } else if (value >= 0) {
          pen.fillStyle = `rgba(${ramp}, ${0.04 + 0.96 * Math.min(1, value / 100)})`;
          pen.fillRect(x, y, step - 1, HIGH - 2);
          if (step >= 30) {
            pen.fillStyle = value > 70 ? card : ink;
            pen.fillText((value / 100).toFixed(2), x + step / 2, y + 13);
          }
        }
      });
    }
    pen.fillStyle = card;
    pen.fillRect(0, 0, width, TOP);
    pen.fillStyle = soft;
    const every = Math.ceil(24 / step);
    small.ticks.forEach((tick, t) => { if (t % every === 0) pen.fillText(String(tick), left + t * step + step / 2, 15); });
    pen.textAlign = "right";
    pen.fillText("tick", left - 8, 15);
    if (document.activeElement === box && shown.length) {
      pen.strokeStyle = colour("--accent");
      pen.lineWidth = 2;
      pen.strokeRect(left + cursor.tick * step, TOP + cursor.row * HIGH - box.scrollTop, step - 1, HIGH - 2);
    }
  };
  const percent = (value) => (value < 0 ? "none" : (value / 100).toFixed(2));
  const say = () => {
    if (!shown.length) { $("read").textContent = "No file is shown: change the filters."; return; }
    const [key, , cells] = files[shown[cursor.row]];
    const cell = cells[cursor.tick];
    const tick = small.ticks[cursor.tick];
    $("read").textContent = !cell
      ? `${key}, tick ${tick}: nothing deposited yet`
      : `${key}, tick ${tick}: ${words(cell[0])}; intensity ${percent(cell[1])}, inhibition ${percent(cell[2])}, confidence ${percent(cell[3])}`;
  };
  const at = (event) => {
    const area = box.getBoundingClientRect();
    const row = Math.floor((event.clientY - area.top - TOP + box.scrollTop) / HIGH);
    if (row < 0 || row >= shown.length) return false;
    cursor.row = row;
    cursor.tick = Math.max(0, Math.min(small.ticks.length - 1, Math.floor((event.clientX - area.left - left) / step)));
    return true;
  };
  box.addEventListener("scroll", () => requestAnimationFrame(draw));
  box.addEventListener("mousemove", (event) => { if (at(event)) { say(); requestAnimationFrame(draw); } });
  box.addEventListener("click", (event) => { if (at(event)) location.hash = "file=" + shown[cursor.row]; });
  box.addEventListener("focus", () => { say(); draw(); });
  box.addEventListener("blur", draw);
  box.addEventListener("keydown", (event) => {
    const page = Math.max(1, Math.floor(canvas.clientHeight / HIGH) - 2);
    const moves = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1], PageDown: [page, 0], PageUp: [-page, 0], Home: [-1e9, 0], End: [1e9, 0] };
    if (event.key === "Enter" && shown.length) { location.hash = "file=" + shown[cursor.row]; return; }
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    cursor.row = Math.max(0, Math.min(shown.length - 1, cursor.row + move[0]));
    cursor.tick = Math.max(0, Math.min(small.ticks.length - 1, cursor.tick + move[1]));
    const y = cursor.row * HIGH;
    if (y < box.scrollTop) box.scrollTop = y;
    if (y + HIGH + TOP > box.scrollTop + canvas.clientHeight) box.scrollTop = y + HIGH + TOP - canvas.clientHeight + 6;
    say();
    draw();
  });
  for (const button of document.querySelectorAll("button[data-layer]")) {
    button.addEventListener("click", () => {
      layer = button.dataset.layer;
      for (const other of document.querySelectorAll("button[data-layer]")) other.setAttribute("aria-pressed", other === button);
      for (const legend of document.querySelectorAll("[data-for]")) legend.hidden = legend.dataset.for !== layer;
      draw();
    });
  }
  window.addEventListener("resize", layout);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);

  // -- the import graph: the lines of the node in hand ------------------------------------------------------
  const edges = [...document.querySelectorAll("#imports .edge")];
  for (const node of document.querySelectorAll("#imports .node")) {
    const light = (on) => () => {
      for (const edge of edges) if (edge.dataset.a === node.dataset.n || edge.dataset.b === node.dataset.n) edge.classList.toggle("on", on);
    };
    node.addEventListener("mouseenter", light(true));
    node.addEventListener("mouseleave", light(false));
    node.addEventListener("focus", light(true));
    node.addEventListener("blur", light(false));
    if (node.dataset.folder !== undefined) node.addEventListener("click", () => { $("search").value = node.dataset.folder === "." ? "" : node.dataset.folder + "/"; filter(); });
  }

  // -- one file --------------------------------------------------------------------------------------------
  const dialog = $("detail");
  const list = (items) => h("ul", {}, ...items.map((item) => h("li", {}, item)));
  const pair = (dl, name, ...value) => { if (value.some((v) => v !== "" && v !== null && v !== undefined)) dl.append(h("dt", {}, name), h("dd", {}, ...value)); };
  const links = (numbers) => {
    const span = h("span", {});
    numbers.slice(0, 60).forEach((n, place) => span.append(place ? ", " : "", h("a", { href: "#file=" + n, class: "key" }, files[n][0]), ` (${words(files[n][1])})`));
    if (numbers.length > 60) span.append(` and ${numbers.length - 60} more`);
    return span;
  };
  // What two lines share at their ends is not what changed between them.
  const marked = (text, other) => {
    let from = 0, until = 0;
    const most = Math.min(text.length, other.length);
    while (from < most && text[from] === other[from]) from++;
    while (until < most - from && text[text.length - 1 - until] === other[other.length - 1 - until]) until++;
    const middle = text.slice(from, text.length - until);
    return from + until > text.length * 0.3 && middle ? [text.slice(0, from), h("mark", {}, middle), text.slice(text.length - until)] : [text];
  };
  const diff = (data) => {
    const never = new Set(data.never);
    const table = h("table", { class: "diff", "aria-label": "Diff: line before, line after, text, who rewrote it" });
    const bodyOf = h("tbody", {});
    const all = data.diff;
    for (let i = 0; i < all.length; i++) {
      if (!all[i]) { bodyOf.append(h("tr", { class: "gap" }, h("td", { colspan: 5 }, "⋯"))); continue; }
      let gone = i;
      while (all[gone] && all[gone][0] === "-") gone++;
      let fresh = gone;
      while (all[fresh] && all[fresh][0] === "+") fresh++;
      const matched = gone - i > 0 && gone - i === fresh - gone;
      const end = Math.max(fresh, i + 1);
      for (let j = i; j < end; j++) {
        const [kind, before, after, text] = all[j];
        const twin = !matched ? null : kind === "-" ? all[j + (gone - i)] : all[j - (gone - i)];
        const by = h("td", { class: "by" });
        for (const [author, semantic] of (kind === "+" && data.marks[after]) || []) by.append(author, semantic ? " (depends on types) " : " ");
        if (kind === "+" && never.has(after)) by.append(h("span", { class: "never" }, "never executed"));
        bodyOf.append(h("tr", { class: kind === "-" ? "gone" : kind === "+" ? "new" : "same" },
          h("td", { class: "no" }, before || ""), h("td", { class: "no" }, after || ""), h("td", { class: "sign" }, kind === " " ? "" : kind),
          h("td", {}, ...(twin ? marked(text, twin[3]) : [text])), by));
      }
      i = end - 1;
    }
    table.append(bodyOf);
    return table;
  };
  const evidenceOf = (data, kind) => {
    const dl = h("dl", {});
    const e = data.evidence;
    pair(dl, "kind", kind ? h("span", {}, h("b", {}, words(kind)), ": " + (small.words[kind] || "")) : "nothing was judged");
    pair(dl, "run on", e.interpreter);
    pair(dl, "compared with", e.baseline_interpreter);
    pair(dl, "contained by", e.sandbox);
    pair(dl, "tests run", e.tests_run || "");
    pair(dl, "rewritten, never executed", data.never.length ? "lines " + data.never.join(", ") : "");
    if (data.coverage !== null) pair(dl, "coverage", `${Math.round(data.coverage * 100)} % (for information)`);
    return dl;
  };
  const section = (title, ...children) => [h("h3", {}, title), ...children];
  const fill = (n) => {
    const [key, state, cells] = files[n];
    const data = detail(n);
    const row = rows[n].cells;
    $("d-name").textContent = key;
    const out = [];
    const facts = h("dl", {});
    pair(facts, "state", h("span", {}, chip(state), data.reason ? ` ${data.reason}` : ""));
    pair(facts, "confidence", row[3].textContent);
    pair(facts, "tests", row[4].textContent ? `${row[4].textContent} pass${data.failed ? `, ${data.failed} regressed` : ""}` : "");
    pair(facts, "decided by", data.by);
    pair(facts, "commit", data.commit ? h("code", {}, data.commit) : "");
    pair(facts, "rewritten by", data.author);
    pair(facts, "patterns found", data.patterns.join(", "));
    pair(facts, "attempts", row[5].textContent + (data.retries ? `, ${data.retries} counted as retries` : ""));
    pair(facts, "tokens", row[7].textContent);
    if (data.cost.tokens) pair(facts, "planned and spent", `${data.cost.planned_tokens} → ${data.cost.tokens} tokens, ${data.cost.planned_usd} → ${data.cost.usd} USD in ${data.cost.calls} calls`);
    if (data.imports.length) pair(facts, "imports", links(data.imports));
    if (data.users.length) pair(facts, "imported by", links(data.users));
    out.push(facts, ...section("Evidence", evidenceOf(data, rows[n].dataset.e)));
    if (data.notes.length) out.push(list(data.notes));
    if (data.regressions.length) out.push(...section("Regressed since it was validated", list(data.regressions)));
    if (data.issues.length) {
      out.push(...section("What failed"));
      for (const issue of data.issues) {
        out.push(h("p", {}, h("code", {}, issue.test || "no test"), issue.where ? ` at ${issue.where}` : ""), h("pre", {}, issue.what));
        if (issue.frames.length) out.push(h("details", {}, h("summary", {}, "frames"), h("pre", {}, issue.frames.join("\n"))));
      }
    }
    if (data.sites.length) out.push(...section("Left open", list(data.sites.map(([line, pattern, reason]) => `line ${line}: ${pattern}: ${reason}`))));
    if (data.trials.length) out.push(...section("Repairs tried", list(data.trials.map(([number, repair, outcome]) => `attempt ${number}: ${repair}: ${outcome}`))));
    out.push(...section("Diff", data.diff === null ? h("p", {}, "The texts are not in this workspace.") : data.diff.length ? h("div", { class: "box" }, diff(data)) : h("p", {}, "No difference: it stays as it was.")));
    if (data.cut) out.push(h("p", { class: "hint" }, "The diff is longer; Git has all of it."));
    out.push(...section("Attempts and decisions, in order", h("table", { class: "events" }, h("tbody", {}, ...data.events.map(([tick, time, agent, what, text]) =>
      h("tr", { class: what }, h("td", {}, `tick ${tick}`), h("td", {}, time.slice(11, 19)), h("td", {}, agent), h("td", {}, text)))))));
    out.push(...section("Pheromones by tick", h("table", {}, h("thead", {}, h("tr", {}, ...["tick", "state", "intensity", "inhibition", "confidence"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...cells.map((cell, t) => h("tr", {}, h("th", { scope: "row" }, small.ticks[t]), ...(cell ? [h("td", {}, chip(cell[0])), ...cell.slice(1).map((v) => h("td", { class: "n" }, v < 0 ? "" : percent(v)))] : [h("td", { colspan: 4 }, "nothing yet")])))))));
    $("d-body").replaceChildren(...out);
    dialog.scrollTop = 0;
  };
  const current = () => { const found = /^#file=(\d+)$/.exec(location.hash); return found && +found[1] < files.length ? +found[1] : -1; };
  const route = () => {
    const n = current();
    if (n < 0) { if (dialog.open) dialog.close(); return; }
    fill(n);
    if (!dialog.open) dialog.showModal();
  };
  const walk = (by) => {
    const place = shown.indexOf(current());
    const next = shown[place < 0 ? 0 : Math.max(0, Math.min(shown.length - 1, place + by))];
    if (next !== undefined) location.hash = "file=" + next;
  };
  $("d-back").addEventListener("click", () => walk(-1));
  $("d-next").addEventListener("click", () => walk(1));
  $("d-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => { if (current() >= 0) history.replaceState(null, "", location.pathname + location.search); });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "j") walk(1);
    if (event.key === "k") walk(-1);
  });
  window.addEventListener("hashchange", route);
  filter();
  route();
})();
