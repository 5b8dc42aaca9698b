// What scripts add to every page of the dashboard: regions that stay up to date, and buttons that copy.
// Nothing here is needed: without it a reload shows what is new, and a link can be copied by hand.

// A file that was asked for is downloaded once it is there.
const take = () => {
  const link = document.querySelector("a[data-take]");
  if (!link) return;
  delete link.dataset.take;
  const here = new URL(location.href);
  here.searchParams.delete("take");
  history.replaceState(history.state, "", here);
  location.assign(link.href);
};

// A region with `data-live="SECONDS"` and an id is fetched again with its page and replaced when it changed, unless
// somebody is at work in it. That ends once none is live, as when a count has come to its end.
let live = [...document.querySelectorAll("[data-live][id]")];
if (live.length) {
  const seconds = Math.min(...live.map((region) => Number(region.dataset.live) || 10));
  const refresh = async () => {
    if (document.hidden || !live.length) return;
    const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => undefined);
    if (!answer?.ok || answer.redirected) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const { id } of live) {
      const old = document.getElementById(id);
      const now = fresh.getElementById(id);
      if (!old || !now || old.contains(document.activeElement) || old.innerHTML === now.innerHTML) continue;
      const open = [...old.querySelectorAll("details[open][id]")].map((details) => details.id);
      for (const details of open) now.querySelector(`#${CSS.escape(details)}`)?.setAttribute("open", "");
      old.replaceWith(document.adoptNode(now));
    }
    live = live.map(({ id }) => document.getElementById(id)).filter((region) => region?.dataset.live);
    if (!live.length) clearInterval(timer);
    take();
  };
  const timer = setInterval(refresh, seconds * 1000);
  document.addEventListener("visibilitychange", refresh);
}

// A button with `data-copy="SELECTOR"` copies the text or the value of what it names, and says so.
const offerCopies = () => {
  for (const button of document.querySelectorAll("button[data-copy][hidden]")) button.hidden = !navigator.clipboard;
};
offerCopies();
new MutationObserver(offerCopies).observe(document.body, { childList: true, subtree: true });
document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("button[data-copy]");
  const source = button && document.querySelector(button.dataset.copy);
  if (!source) return;
  const label = button.textContent;
  await navigator.clipboard.writeText(source.value ?? source.textContent.trim());
  if (label === "Copied") return;
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = label), 2000);
});

// The message of a page is shown once; its address needs no trace of it.
const address = new URL(location.href);
if (address.searchParams.has("said")) {
  address.searchParams.delete("said");
  history.replaceState(history.state, "", address);
}

// A key, a link or a secret is shown in the answer to its form: reloading shows the page of the form, and makes no second
// one.
const once = document.querySelector(".shown-once");
if (once) history.replaceState(null, "", once.dataset.page ?? location.href);

// The browser's time zone: sent along when an account signs in that has none yet, and offered where one is chosen.
for (const field of document.querySelectorAll("[data-zone]")) {
  field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (field.type === "hidden") continue;
  const names = document.createElement("datalist");
  names.id = "zones";
  for (const name of ["UTC", ...(Intl.supportedValuesOf?.("timeZone") ?? [])]) names.append(new Option(name));
  field.after(names);
  field.setAttribute("list", names.id);
}

// A menu ends with Escape and with a click elsewhere.
for (const event of ["click", "keydown"]) {
  document.addEventListener(event, (what) => {
    const menu = document.querySelector(":is(.menu, .ed-more)[open]");
    // A click may have removed its own target.
    if (!menu || (event === "click" ? what.composedPath().includes(menu) : what.key !== "Escape")) return;
    menu.open = false;
    if (event === "keydown") menu.firstElementChild.focus();
  });
}

// The sheet of filters, which is one on a phone only, ends with Escape and with its own button.
const close = (sheet) => {
  sheet.open = false;
  sheet.firstElementChild.focus();
};
for (const button of document.querySelectorAll("button[data-close]")) {
  button.hidden = false;
  button.addEventListener("click", () => close(button.closest(button.dataset.close)));
}
document.addEventListener("keydown", (what) => {
  const sheet = document.querySelector(".answers-sheet[open]");
  if (sheet && what.key === "Escape" && !what.defaultPrevented) close(sheet);
});

// `/` leads to the search and `?` to the help, unless something is being typed.
document.addEventListener("keydown", (what) => {
  const links = { "/": "search-link", "?": "help-link" };
  const isTyping = what.target.closest?.("input, textarea, select, [contenteditable]");
  const link = document.getElementById(links[what.key]);
  if (!link || isTyping || what.defaultPrevented || what.ctrlKey || what.metaKey || what.altKey) return;
  what.preventDefault();
  location.assign(link.href);
});
if (location.pathname === "/admin/search") document.getElementById("q")?.focus();

// In a table with `data-rows` the keys j and k lead to the link of the next and of the previous row, where Enter opens it.
document.addEventListener("keydown", (what) => {
  if (!["j", "k"].includes(what.key) || what.ctrlKey || what.metaKey || what.altKey) return;
  if (what.target.closest?.("input, select, textarea, [contenteditable]")) return;
  const links = [...document.querySelectorAll("table[data-rows] tbody th a")];
  if (!links.length) return;
  const row = document.activeElement?.closest?.("tr");
  const at = links.findIndex((link) => row?.contains(link));
  const next = what.key === "j" ? Math.min(at + 1, links.length - 1) : Math.max(at - 1, 0);
  links[next].focus();
  what.preventDefault();
});

// On a phone the tabs are a line that can be pushed sideways.
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });

take();

// What went wrong is read out and seen first.
document.querySelector(".error-summary[autofocus]")?.focus();
