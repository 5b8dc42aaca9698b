// What scripts keep for the respondent. This tab remembers their own link, so that the start page of an open quiz leads
// back to the questions that were left; this device does so for a week, if they want it to, and keeps answers that could
// not be sent, and what is typed and not valid yet. It also remembers if a tap leads on. Links and texts are copied on request.
for (const button of navigator.clipboard ? document.querySelectorAll("[data-copy]") : []) {
  const place = button.closest(".plan, .keep");
  const source = place.querySelector(":scope > pre, .keep-link a");
  const copied = () => button.dataset.copy;
  // A frame may not copy; then the text is marked, ready to be copied by hand.
  const failed = () => {
    getSelection().selectAllChildren(source);
    return button.dataset.failed;
  };
  button.hidden = false;
  button.addEventListener("click", async () => {
    const told = navigator.clipboard.writeText(source.textContent).then(copied, failed);
    place.querySelector("[role=status]").textContent = await told;
  });
}

const WEEK = 7 * 24 * 3600 * 1000;
const TAB = "unfinished ";
const PLACE = "place ";
const find = (selector) => document.querySelector(selector);
const here = location.pathname;
const query = new URLSearchParams(location.search);
const quiz = here.replace(/\/[^/]*$/, "");
// Pages in another application name their person in the query.
const UNSENT = `unsent ${here} ${query.get("sessionId") ?? ""}`;

/** What this device keeps under a name, for a week at most. */
function kept(name) {
  const found = JSON.parse(localStorage.getItem(name));
  if (found?.until > Date.now()) return found;
  localStorage.removeItem(name);
}

function keep(name, what) {
  localStorage.setItem(name, JSON.stringify({ until: Date.now() + WEEK, ...what }));
}

/** Offers to begin as another person, which forgets the place kept for the quiz that starts at this path. */
function offerNew(start, isKept = true) {
  const link = find(".not-you");
  if (!link) return;
  link.hidden = !isKept;
  link.onclick = () => {
    localStorage.removeItem(PLACE + start);
    sessionStorage.removeItem(TAB + start);
  };
}

/** On the start page: the way back to the questions that were left, or to the result. */
function offerReturn(offer) {
  const device = kept(PLACE + here);
  const tab = sessionStorage.getItem(TAB + here);
  offer.hidden = !tab && !device;
  if (offer.hidden) return;
  const link = offer.querySelector(".button");
  link.href = tab ?? device.at;
  if (!tab && device.done) {
    offer.querySelector("p").textContent = offer.dataset.done;
    link.textContent = offer.dataset.result;
  }
  offerNew(here);
}

/** Milliseconds in which another tab of this browser says that it has the same answers. */
const SOON = 150;
/** Tabs talk by a value that is taken away at once. */
const TALK = "tabs";
const say = (what) => {
  localStorage.setItem(TALK, `${what} ${here}`);
  localStorage.removeItem(TALK);
};
let isMine = false;
let settle;
let asking;
addEventListener("storage", ({ key, newValue }) => {
  if (key !== TALK) return;
  if (isMine && newValue === `ask ${here}`) say("mine");
  if (newValue === `mine ${here}`) settle?.();
});

/** On a question: the box that keeps the place. Asks first where neither a tab nor this device has begun the answers. */
function offerKeeping(keeping) {
  if (parent !== self) return;
  const device = kept(PLACE + quiz);
  const isKept = device?.at === here;
  const isKnown = isKept || sessionStorage.getItem(TAB + quiz) === here || [quiz, here].includes(sessionStorage.begun);
  delete sessionStorage.begun;
  if (isKept) keep(PLACE + quiz, { ...device, done: false });
  const box = keeping.querySelector("input");
  box.checked = isKept;
  keeping.hidden = false;
  offerNew(quiz, isKept);
  box.onchange = () => {
    if (box.checked) keep(PLACE + quiz, { at: here });
    else localStorage.removeItem(PLACE + quiz);
    offerNew(quiz, box.checked);
  };
  const know = () => {
    isMine = true;
    sessionStorage.setItem(TAB + quiz, here);
  };
  clearTimeout(asking);
  if (isKnown) return know();
  const question = find(".asking-first");
  question.onclose = know;
  settle = () => {
    clearTimeout(asking);
    question.close();
    know();
  };
  asking = setTimeout(() => question.open || question.showModal(), SOON);
  say("ask");
}

/** Nothing is left to go on with; a kept place leads to the result from now on. */
function finish() {
  // The next attempt may be under way.
  if (query.has("attempt")) return;
  localStorage.removeItem(UNSENT);
  if (sessionStorage.getItem(TAB + quiz) === here) sessionStorage.removeItem(TAB + quiz);
  const device = kept(PLACE + quiz);
  if (device?.at !== here) return;
  if (!find("[data-submission]")) return localStorage.removeItem(PLACE + quiz);
  keep(PLACE + quiz, { ...device, done: true });
  offerNew(quiz);
}

function update() {
  const [offer, keeping] = [find(".resume"), find(".keeping")];
  if (offer) offerReturn(offer);
  else if (keeping) offerKeeping(keeping);
  else if (!find(".stepper")) finish();
}

try {
  for (const name of Object.keys(localStorage)) if (/^(unsent|place) /.test(name)) kept(name);
  update();
  // Back from the questions, the start page may be as it was left.
  addEventListener("pageshow", update);
} catch {
  // Storage is closed to some frames; the link itself still works.
}

/** What an earlier page could not send, read before this one writes. */
let left;
try {
  left = kept(UNSENT);
} catch {
  // Nothing could be kept.
}

let forms;
/** Found once: without a network this is asked for all that waits, at each letter. */
function formOf(id) {
  forms ??= new Map([...document.querySelectorAll("[data-question]")].map((asked) => [asked.dataset.question, asked.querySelector("form")]));
  return forms.get(id);
}
const fieldsOf = (form) => [...form.elements].filter((field) => field.name.startsWith("answer"));

/** Fills a form with pairs of names and values; fields without one are emptied. */
function fill(form, pairs) {
  for (const field of fieldsOf(form)) {
    const values = pairs.filter(([name]) => name === field.name).map(([, value]) => value);
    if (["radio", "checkbox"].includes(field.type)) field.checked = values.includes(field.value);
    else field.value = values[0] ?? "";
  }
  // What other scripts show of the fields follows.
  form.dispatchEvent(new Event("quiz-answers:filled", { bubbles: true }));
}

// The fields whose answers the server does not have are kept: the browser may discard the page. The list holds the ids of
// their questions, and null for the submission.
let stored = "";
document.addEventListener("quiz-answers:unsent", ({ detail: waiting }) => {
  const ids = waiting.filter(Boolean);
  const forms = ids.map((id) => [id, [...new FormData(formOf(id))].filter(([name]) => name.startsWith("answer"))]);
  const what = { forms, isSubmitted: waiting.includes(null) };
  const text = waiting.length ? JSON.stringify(what) : "";
  if (text === stored) return;
  stored = text;
  try {
    if (text) keep(UNSENT, what);
    else localStorage.removeItem(UNSENT);
  } catch {
    // They stay in the page.
  }
});

document.addEventListener("quiz-answers:clear", ({ detail: id }) => fill(formOf(id), []));

// Only while it is needed: a page with this handler may not be kept for the back button.
document.addEventListener("quiz-answers:unsaved", ({ detail: isUnsaved }) => {
  onbeforeunload = isUnsaved ? (event) => event.preventDefault() : null;
});

/** The entries that this page has made in the history up to the current one. */
const depth = () => history.state ?? 0;

document.addEventListener("quiz-answers:entry", ({ detail: address }) => {
  try {
    // A frame's entries would stand between the page around it and the way back from there.
    if (parent === self) history.pushState(depth() + 1, "", address);
    else history.replaceState(null, "", address);
  } catch {
    // Too many in a short time; the quiz goes on without.
  }
});

/** A browser that has not gone back after this many milliseconds refuses to. */
const LEAVING = 500;
/** To another address in the place of all entries that this page has made. */
function leave(address) {
  if (!depth()) return location.replace(address);
  addEventListener("popstate", () => leave(address), { once: true });
  history.go(-depth());
  setTimeout(() => depth() && location.replace(address), LEAVING);
}
document.addEventListener("quiz-answers:leave", ({ detail: address }) => leave(address));

// Another language takes the place of the page too, or Back would lead to the result once more.
find(".languages")?.addEventListener("click", (event) => {
  const { href } = event.target;
  if (!href || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  leave(href);
});

/** Once the program runs: hands it what was left, and shows what it listens to. */
export function takeOver() {
  if (left?.forms) restore(left);
  showTapping();
}

/** Fills the forms as they were, which the program then reads. */
function restore({ forms, isSubmitted }) {
  const known = forms.filter(([id]) => formOf(id));
  for (const [id, pairs] of known) fill(formOf(id), pairs);
  const detail = [...known.map(([id]) => id), ...(isSubmitted ? [null] : [])];
  dispatchEvent(new CustomEvent("quiz-answers:restore", { detail }));
}

/** Shows the preference for going on after a tap, which the program reads at each tap. */
function showTapping() {
  const label = document.querySelector(".tapping");
  const box = label.querySelector("input");
  let kept = {};
  try {
    kept = localStorage;
  } catch {
    // The choice holds for this page.
  }
  const tell = () => {
    document.getElementById("tapping").textContent = box.checked ? label.textContent : "";
  };
  box.checked = kept.tapping !== "off";
  label.hidden = false;
  // For the style: a rule that looks for the label within the page would be tried at each step.
  label.parentNode.classList.add("alive");
  tell();
  box.addEventListener("change", () => {
    tell();
    kept.tapping = box.checked ? "on" : "off";
  });
}
