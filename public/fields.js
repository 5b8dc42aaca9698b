// Helps with fields: options that exclude the others, the count of characters, and rankings by buttons or by dragging.
const mark = (text, number) => text.replace("#", number);

const speaker = () => {
  const status = document.createElement("p");
  status.className = "visually-hidden";
  status.setAttribute("role", "status");
  return status;
};

// Before all who read the form hear of the change.
document.addEventListener("change", ({ target }) => {
  if (target.type !== "checkbox" || !target.checked) return;
  const wanted = target.dataset.exclusive === undefined ? "[data-exclusive]" : "input";
  const others = target.closest(".options")?.querySelectorAll(wanted) ?? [];
  for (const other of others) if (other !== target && other.type === "checkbox") other.checked = false;
}, true);

for (const counter of document.querySelectorAll(".counter")) {
  const field = counter.previousElementSibling;
  const { most, left, over } = counter.dataset;
  const status = speaker();
  let timer;
  counter.after(status);
  const count = () => {
    const rest = most - [...field.value].length;
    counter.classList.toggle("over", rest < 0);
    counter.textContent = mark(rest < 0 ? over : left, Math.abs(rest));
  };
  field.addEventListener("input", () => {
    count();
    clearTimeout(timer);
    // Not at each key, which would talk over what is typed.
    timer = setTimeout(() => (status.textContent = counter.textContent), 1000);
  });
  if (field.value) count();
}

for (const ranking of document.querySelectorAll(".ranking")) {
  const status = speaker();
  const hint = ranking.closest("fieldset").querySelector("[id$=-hint]");
  const shown = () => [...ranking.querySelectorAll(".rank:not([hidden])")];
  const place = (rank) => rank.querySelector(".place");
  const number = () => shown().forEach((rank, at) => (place(rank).value = at + 1));
  const sort = () => {
    const ranks = shown();
    if (ranks.every((rank) => place(rank).value))
      ranking.append(...ranks.sort((one, other) => place(one).value - place(other).value));
  };
  const moved = (rank) => {
    number();
    status.textContent = mark(ranking.dataset.moved, place(rank).value);
    place(rank).dispatchEvent(new Event("change", { bubbles: true }));
  };
  let dragged;
  ranking.classList.add("live");
  ranking.after(status);
  if (hint) hint.textContent = ranking.dataset.hint;
  for (const rank of ranking.children) {
    rank.draggable = true;
    rank.querySelector(".moves").hidden = false;
    place(rank).tabIndex = -1;
  }
  // The places may also be set from what was kept.
  ranking.addEventListener("change", sort);
  ranking.addEventListener("click", ({ target }) => {
    const step = Number(target.dataset.move);
    const rank = target.closest(".rank");
    const ranks = shown();
    const other = step && ranks[ranks.indexOf(rank) + step];
    if (!other) return;
    if (step < 0) other.before(rank);
    else other.after(rank);
    moved(rank);
    target.focus();
  });
  ranking.addEventListener("dragstart", ({ target }) => (dragged = target.closest?.(".rank")));
  ranking.addEventListener("dragover", (event) => {
    const rank = event.target.closest(".rank");
    if (!dragged || !rank) return;
    event.preventDefault();
    if (rank === dragged) return;
    const ranks = shown();
    if (ranks.indexOf(rank) < ranks.indexOf(dragged)) rank.before(dragged);
    else rank.after(dragged);
  });
  ranking.addEventListener("drop", (event) => event.preventDefault());
  ranking.addEventListener("dragend", () => {
    if (dragged) moved(dragged);
    dragged = undefined;
  });
  // Who leaves the order as it is has ranked too, unless the question can be skipped.
  const form = ranking.closest("form");
  form.addEventListener("submit", () => {
    const isOptional = form.querySelector("[value=skip]");
    if (!isOptional && shown().every((rank) => !place(rank).value)) number();
  }, true);
}
