// What scripts add to the quiz editor: changes are kept while typing, the preview follows, questions and options are
// dragged. Nothing here is needed: each button of the form keeps everything, and there are buttons that move.

const form = document.getElementById("editor");
const note = document.getElementById("kept");
const preview = document.getElementById("preview");

// Milliseconds from the last key to the server, and from a failure to the next try.
const PAUSE = 700;
const RETRY = 5000;
// Parts of the page that say something about what was typed; the answer brings them anew.
const REGIONS = ["draft-note", "contrast", "saving-note", "save-buttons"];

let timer;
let sending;
let isUnsent = false;
let isLeaving = false;
// Set once the draft is another one than this page was made from: only its author can decide what becomes of this page.
let isOvertaken = false;

function typed() {
  isUnsent = true;
  if (isOvertaken) return;
  note.textContent = note.dataset.unsent;
  clearTimeout(timer);
  timer = setTimeout(keep, PAUSE);
}

async function keep() {
  clearTimeout(timer);
  if (sending || !isUnsent || isOvertaken) return;
  isUnsent = false;
  sending = send();
  const problem = await sending;
  sending = undefined;
  if (problem) {
    isUnsent = true;
    note.textContent = problem;
    if (!isOvertaken) timer = setTimeout(keep, RETRY);
  } else if (isUnsent) {
    timer = setTimeout(keep, PAUSE);
  } else {
    note.textContent = note.dataset.kept;
  }
}

// What stands in the way of keeping, if anything does.
async function send() {
  const body = new URLSearchParams(new FormData(form));
  body.set("do", "keep");
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => undefined);
  if (answer?.ok) {
    // Not that of the page that came back, where another administrator's draft may stand already.
    form.elements.seen.value = new URL(answer.url).searchParams.get("kept") ?? "";
    refresh(new DOMParser().parseFromString(await answer.text(), "text/html"));
    preview?.contentWindow?.location.reload();
    return undefined;
  }
  if (answer?.status === 409) {
    isOvertaken = true;
    return note.dataset.overtaken;
  }
  if (answer?.status === 401) return "Not kept: you are signed out. Sign in in another window; this page goes on trying.";
  return "Not kept: the server cannot be reached. This page goes on trying.";
}

function refresh(fresh) {
  for (const id of REGIONS) {
    const [old, now] = [document.getElementById(id), fresh.getElementById(id)];
    if (!old || !now || old.contains(document.activeElement) || old.innerHTML === now.innerHTML) continue;
    old.replaceChildren(...now.childNodes);
  }
}

form.addEventListener("input", typed);

// A button of the form waits for what is on its way: the later of the two has to be stored last.
form.addEventListener("submit", async (event) => {
  if (sending) {
    event.preventDefault();
    await sending;
    form.requestSubmit(event.submitter);
    return;
  }
  clearTimeout(timer);
  isLeaving = true;
});

addEventListener("beforeunload", (event) => {
  if ((isUnsent || sending) && !isLeaving) event.preventDefault();
});
addEventListener("pageshow", () => (isLeaving = false));

// The preview shows the question that somebody is at, in the language of the field.
form.addEventListener("focusin", ({ target }) => {
  const question = target.closest("[data-question]")?.dataset.question;
  if (!question || !preview?.contentWindow) return;
  const address = new URL(preview.src);
  address.searchParams.set("q", question);
  if (target.lang) address.searchParams.set("lang", target.lang);
  if (preview.contentWindow.location.search !== address.search) preview.contentWindow.location.replace(address);
});

// The browser's own choice of a colour, beside the field that is sent.
for (const picker of form.querySelectorAll("[data-picker]")) {
  const field = form.querySelector(picker.dataset.picker);
  const show = () => {
    if (/^#[0-9a-f]{6}$/i.test(field.value)) picker.value = field.value;
  };
  picker.hidden = false;
  show();
  field.addEventListener("input", show);
  picker.addEventListener("input", () => (field.value = picker.value));
}

// Dragging: items change places in the page, and their order in the form is what is stored.
let dragged;
let place;

for (const list of form.querySelectorAll("[data-sortable]")) {
  for (const item of list.children) {
    const handle = item.querySelector(":scope > [data-handle], :scope > .card-head > [data-handle]");
    handle.hidden = false;
    handle.draggable = true;
    handle.addEventListener("dragstart", (event) => {
      [dragged, place] = [item, item.nextSibling];
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", item.dataset.key);
      event.dataTransfer.setDragImage(item, 0, 0);
      item.classList.add("dragged");
    });
    handle.addEventListener("dragend", () => {
      item.classList.remove("dragged");
      if (dragged) list.insertBefore(item, place);
      dragged = undefined;
    });
  }
  list.addEventListener("dragover", (event) => {
    if (dragged?.parentElement !== list) return;
    event.preventDefault();
    const over = [...list.children].find((item) => item !== dragged && item.contains(event.target));
    if (!over) return;
    const { top, height } = over.getBoundingClientRect();
    list.insertBefore(dragged, event.clientY > top + height / 2 ? over.nextSibling : over);
  });
  list.addEventListener("drop", (event) => {
    if (dragged?.parentElement !== list) return;
    event.preventDefault();
    const button = document.createElement("button");
    [button.name, button.value, button.hidden] = ["do", `show:${dragged.dataset.key}`, true];
    dragged = undefined;
    form.append(button);
    form.requestSubmit(button);
  });
}
