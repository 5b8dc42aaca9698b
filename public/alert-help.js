// Help on alerts beside the buttons of a form: it comes and goes with the answers that it depends on, without a request.

/** Milliseconds without typing until a field is read. */
const REST = 1000;

const helps = [...document.querySelectorAll("[data-when]")].map((element) => ({
  element,
  when: JSON.parse(element.dataset.when),
  /** What the server said of the stored answers. */
  isStored: !element.hidden,
}));
const [{ element: first }] = helps;
const form = first.closest("form");
const card = first.closest(".card");
const foot = first.closest(".asked-foot");

/** What each condition is made of (`domain::AlertRest`): true, false, or undefined where only the server can tell. */
const verbs = {
  all: (parts, fields) => joined(parts, fields, false),
  any: (parts, fields) => joined(parts, fields, true),
  not: (part, fields) => {
    const is = decide(part, fields);
    return is === undefined ? is : !is;
  },
  chosen: ({ field, values }, fields) => valuesOf(field, fields).some((value) => values.includes(value)),
  filled: (field, fields) => valuesOf(field, fields).length > 0,
  whole: (prefix, fields) => {
    const parts = fields.filter(([name]) => name.startsWith(prefix));
    const filled = parts.filter(([, value]) => value).length;
    return filled === 0 ? false : filled === parts.length || undefined;
  },
  number: ({ field, from, to, decimals, atLeast = from, atMost = to }, fields) => {
    const [typed] = valuesOf(field, fields);
    if (!typed) return false;
    const number = read(typed, decimals);
    if (number === undefined || number < from || to < number) return undefined;
    return atLeast <= number && number <= atMost;
  },
};

function decide(when, fields) {
  const [[verb, of]] = Object.entries(when);
  return verbs[verb](of, fields);
}

/** All of the parts, or any where `decisive` is true. */
function joined(parts, fields, decisive) {
  const are = parts.map((part) => decide(part, fields));
  if (are.includes(decisive)) return decisive;
  return are.includes(undefined) ? undefined : !decisive;
}

function valuesOf(field, fields) {
  return fields.filter(([name, value]) => name === field && value).map(([, value]) => value);
}

/** Digits with a decimal mark that cannot separate thousands; the server reads and asks about all others. */
function read(typed, decimals) {
  const digits = typed.replace(/[٠-٩۰-۹]/g, (digit) => digit.charCodeAt(0) & 15);
  const [, minus, whole, mark, behind = ""] = digits.match(/^([-−]?)(\d{1,12})(?:([.,٫])(\d{1,3}))?$/) ?? [];
  const places = behind.replace(/0+$/, "");
  if (!whole || places.length > decimals || (behind.length === 3 && mark !== "٫")) return undefined;
  return Number(`${minus && "-"}${whole}.${places || 0}`);
}

/** Shows the help that the fields call for. */
function update() {
  clearTimeout(timer);
  // Disabled controls are not among them.
  const fields = [...new FormData(form)].map(([name, value]) => [name, value.trim()]);
  for (const { element, when, isStored } of helps) element.hidden = !(decide(when, fields) ?? isStored);
  const { offsetHeight: before } = card;
  card.hidden = helps.every(({ element }) => element.hidden);
  if (card.scrollHeight > card.clientHeight) card.tabIndex = 0;
  else card.removeAttribute("tabindex");
  // What has the focus stays above the help; without it the style of the page tells how far.
  const isOver = !card.hidden && getComputedStyle(foot).position === "sticky";
  document.documentElement.style.scrollPaddingBottom = isOver ? `${foot.offsetHeight + 8}px` : "";
  if (card.offsetHeight > before) keepInSight();
}

/** The help and the answer that brought it are in sight, without more movement than that takes. */
function keepInSight() {
  const answer = document.activeElement.closest("label, .entry");
  const isCovered = answer && form.contains(answer) && answer.getBoundingClientRect().bottom > foot.getBoundingClientRect().top;
  if (card.getBoundingClientRect().bottom > innerHeight) card.scrollIntoView({ block: "nearest" });
  else if (isCovered && !foot.contains(answer)) answer.scrollIntoView({ block: "nearest" });
}

let timer;
form.addEventListener("change", update);
form.addEventListener("input", ({ target }) => {
  clearTimeout(timer);
  // A number on the way to another one calls for nothing. Other controls have changed.
  if (target.matches(".entry:not(select)")) timer = setTimeout(update, REST);
});
// Browsers fill in forms again on the way back.
addEventListener("pageshow", update);
update();
