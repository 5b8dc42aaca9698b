// The overview and the list of answers follow their quiz by server-sent events while they are in view. Without this a
// reload shows what is new.
const region = () => document.querySelector("[data-follow][id]");
/** What stands for the list of answers, which is fetched again as a whole. */
const list = () => document.querySelector("[data-refresh][id]");
/** Between two looks at the list. */
const PAUSE = 3000;

function replace(old, now) {
  if (!old || !now || old.contains(document.activeElement) || old.innerHTML === now.innerHTML) return;
  for (const { id } of old.querySelectorAll("details[open][id]")) {
    now.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
  }
  old.replaceWith(document.adoptNode(now));
}

const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

/** The quiz itself was changed: everything on the page but forms may be. */
async function reload() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => undefined);
  if (!answer?.ok || answer.redirected) return;
  const fresh = parsed(await answer.text());
  for (const id of ["status", "state", "facts", "counts"]) replace(document.getElementById(id), fresh.getElementById(id));
}

/** True while rows are chosen, or a form of the page is open or being typed in. */
const isInUse = () =>
  document.querySelector("#rows input:checked, .answers-line details[open]") ||
  document.activeElement?.matches("input, select, textarea") ||
  list()?.contains(document.activeElement);

/** Rows that a search finds before it waits for a reader. */
const ENOUGH = 30;
/** A search that has more answers to look at goes on by itself and adds what it finds. */
async function searchOn() {
  let found = 0;
  while (found < ENOUGH) {
    const rows = list();
    const next = rows?.querySelector("[data-goes-on]") && rows.querySelector("a[rel=next]");
    if (!next) return;
    const answer = await fetch(next.href, { headers: { accept: "text/html" } }).catch(() => undefined);
    if (!answer?.ok || answer.redirected) return;
    const fresh = parsed(await answer.text()).getElementById("rows");
    if (!fresh) return;
    // What was found before stands above.
    fresh.querySelector("a[rel=prev]")?.remove();
    const [table, more] = [rows, fresh].map((of) => of.querySelector("tbody"));
    found += more?.rows.length ?? 0;
    if (table) {
      if (more) table.append(...[...more.rows].map((row) => document.adoptNode(row)));
      rows.querySelector("[data-goes-on]").replaceWith(...[...fresh.querySelectorAll("[data-goes-on]")]);
      rows.querySelector(".pager").replaceWith(fresh.querySelector(".pager"));
    } else {
      rows.replaceChildren(...[...fresh.childNodes].map((node) => document.adoptNode(node)));
    }
  }
}
const isSearching = Boolean(document.querySelector("[data-goes-on]"));
searchOn();

let waiting;
function renew() {
  // Renewing the list would take away what a search has added.
  if (isSearching) return;
  waiting ??= setTimeout(async () => {
    waiting = undefined;
    if (document.hidden) return;
    if (isInUse()) return renew();
    const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => undefined);
    if (!answer?.ok || answer.redirected) return;
    const fresh = parsed(await answer.text());
    // Meanwhile a row may have been chosen.
    if (isInUse()) return renew();
    const count = document.getElementById("matches");
    // With the first answer comes all that stands above the list.
    if (!count) replace(document.querySelector("main"), fresh.querySelector("main"));
    const { scrollLeft } = list()?.querySelector(".table") ?? { scrollLeft: 0 };
    replace(count, fresh.getElementById("matches"));
    replace(list(), fresh.getElementById("rows"));
    list()?.querySelector(".table")?.scrollTo({ left: scrollLeft });
  }, PAUSE);
}

let source;
function follow() {
  if (document.hidden) {
    source?.close();
    source = undefined;
  } else if (!source && list()) {
    source = new EventSource(list().dataset.refresh);
    for (const event of ["figures", "quiz"]) source.addEventListener(event, renew);
  } else if (!source && region()) {
    source = new EventSource(region().dataset.follow);
    source.addEventListener("figures", ({ data }) => replace(region(), parsed(data).querySelector("[data-follow]")));
    source.addEventListener("quiz", reload);
  }
}

document.addEventListener("visibilitychange", follow);
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) source = undefined;
  follow();
});
