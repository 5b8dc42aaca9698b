// The overview follows its quiz by server-sent events while it is in view. Without this a reload shows what is new.
const region = () => document.querySelector("[data-follow][id]");

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

let source;
function follow() {
  if (document.hidden) {
    source?.close();
    source = undefined;
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
