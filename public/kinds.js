// What some kinds of question are given beyond their forms: options that exclude the others, counters of letters, tables
// that lead from row to row, and rankings by buttons and by dragging.

/** Milliseconds without typing until a counter is read out. */
const REST = 1000;

// In the first phase, before the program reads the form.
document.addEventListener(
  "change",
  ({ target }) => {
    if (target.type !== "checkbox" || !target.checked) return;
    const excludes = (option) => option.hasAttribute("data-exclusive");
    for (const other of target.form.querySelectorAll(`[name="${target.name}"]:checked`)) {
      if (other !== target && (excludes(target) || excludes(other))) other.checked = false;
    }
  },
  true,
);

// The first answer in a row of a table brings the next open row into sight. Keys move there by themselves.
const done = new WeakSet([...document.querySelectorAll(".row")].filter((row) => !isOpen(row)));
let isPointed = false;
addEventListener("pointerdown", () => (isPointed = true), true);
addEventListener("keydown", () => (isPointed = false), true);
document.addEventListener("change", ({ target }) => {
  const row = target.closest(".row");
  if (!row) return;
  countOpen(row.closest(".question"));
  if (done.has(row)) return;
  done.add(row);
  const rows = [...row.parentNode.querySelectorAll(".row")];
  const next = isPointed && [...rows.slice(rows.indexOf(row)), ...rows].find(isOpen);
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  if (next) next.scrollIntoView({ block: "nearest", behavior });
});

/** Above a table whose rows are not all answered. */
function countOpen(question) {
  question.querySelector("[data-open]").textContent = [...question.querySelectorAll(".row")].filter(isOpen).length;
}
for (const question of document.querySelectorAll("[data-kind=matrix]")) {
  countOpen(question);
  question.addEventListener("quiz-answers:filled", () => countOpen(question));
}

function isOpen(row) {
  return !row.querySelector(":checked");
}

for (const counter of document.querySelectorAll(".counter")) {
  const form = counter.closest("form");
  const field = form.elements.answer;
  const { most, left, over } = counter.dataset;
  // What is said follows what is seen, once typing rests.
  const status = document.createElement("p");
  status.className = "visually-hidden";
  status.setAttribute("aria-live", "polite");
  counter.after(status);
  let timer;
  const count = () => {
    const room = most - [...field.value].length;
    const text = (room < 0 ? over : left).replace("#", Math.abs(room).toLocaleString(document.documentElement.lang));
    counter.textContent = text;
    clearTimeout(timer);
    timer = setTimeout(() => (status.textContent = text), REST);
  };
  field.addEventListener("input", count);
  form.addEventListener("quiz-answers:filled", count);
}

for (const list of document.querySelectorAll(".ranking")) rank(list);

/** Places are given by moving options; the fields that hold them without scripts are out of sight. */
function rank(list) {
  const options = () => [...list.children].filter((option) => !option.hidden);
  const placeOf = (option) => option.querySelector(".place");
  const status = document.createElement("p");
  status.className = "visually-hidden";
  status.setAttribute("aria-live", "polite");
  list.after(status);
  const hint = list.closest("form").querySelector(".hint[id$=-hint]");
  if (hint) hint.textContent = list.dataset.hint;
  // The order that the options come in is an answer once it was moved or ticked.
  const own = status.nextElementSibling;
  const tick = own.querySelector("input");
  own.hidden = false;
  const isPlaced = () => options().every((option) => placeOf(option).value);
  const update = () => (tick.checked = isPlaced());
  const link = list.closest(".question").querySelector(".error-summary a");
  if (link) link.href = `#${tick.id}`;
  // Words about places would lead to what is out of sight.
  const errors = list.closest(".question").querySelector("[data-errors]");
  if (errors) errors.dataset.errors = errors.dataset.errors.replace(/ .*/gm, ` ${list.dataset.ask}`);
  for (const option of list.children) {
    placeOf(option).hidden = true;
    option.querySelector(".moves").hidden = false;
    option.draggable = true;
  }

  /** All places by the order on the page; the first move gives one to each option. */
  const settle = (moved) => {
    options().forEach((option, index) => (placeOf(option).value = String(index + 1)));
    if (moved) status.textContent = list.dataset.moved.replace("#", options().indexOf(moved) + 1);
    update();
    list.dispatchEvent(new Event("change", { bubbles: true }));
  };

  // Before the program reads the form.
  tick.addEventListener("change", () => {
    options().forEach((option, index) => (placeOf(option).value = tick.checked ? String(index + 1) : ""));
  });
  const form = list.closest("form");
  // An option that came to the others since has no place yet.
  form.addEventListener("submit", update, true);
  update();

  list.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-move]");
    if (!button) return;
    const option = button.closest("li");
    const all = options();
    const other = all[Math.max(0, all.indexOf(option) + Number(button.dataset.move))];
    if (other && button.dataset.move === "1") other.after(option);
    else if (other && other !== option) other.before(option);
    button.focus();
    settle(option);
  });

  let dragged;
  list.addEventListener("dragstart", ({ target }) => (dragged = target.closest?.("li")));
  list.addEventListener("dragover", (event) => {
    const over = event.target.closest("li");
    if (!dragged || !over) return;
    event.preventDefault();
    if (over === dragged) return;
    const { top, height } = over.getBoundingClientRect();
    if (event.clientY < top + height / 2) over.before(dragged);
    else over.after(dragged);
  });
  list.addEventListener("dragend", () => {
    const moved = dragged;
    dragged = undefined;
    if (moved) settle(moved);
  });

  form.addEventListener("quiz-answers:filled", () => {
    const place = (option) => Number(placeOf(option).value) || Infinity;
    list.append(...[...list.children].sort((a, b) => place(a) - place(b) || 0));
    update();
  });
}
