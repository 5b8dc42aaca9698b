// What scripts add to the result: ticks that last on this device, sharing, printing.
const keep = document.querySelector("[data-submission]");
const offer = (button, act) => {
  button.hidden = false;
  button.addEventListener("click", act);
};

for (const button of document.querySelectorAll("[data-share]")) {
  const place = button.closest(".plan, .keep");
  const text = place.querySelector(":scope > pre")?.textContent;
  const page = { title: button.dataset.share, ...(text ? { text } : { url: place.querySelector(".keep-link a").href }) };
  // False inside a frame that may not share.
  if (navigator.canShare?.(page)) offer(button, () => navigator.share(page).catch(() => {}));
}
offer(keep.querySelector("[data-print]"), () => print());

// The next attempt takes the place of this result, which its own will replace.
let isSent = false;
document.querySelector(".again form")?.addEventListener("submit", async function take(event) {
  event.preventDefault();
  if (isSent) return;
  isSent = true;
  const { target: form, submitter } = event;
  const body = new URLSearchParams(new FormData(form));
  body.set(submitter.name, submitter.value);
  const reply = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => {});
  if (reply?.type === "opaqueredirect") return location.replace(form.action);
  // The page says why it could not be done.
  form.removeEventListener("submit", take);
  form.requestSubmit(submitter);
});

const name = `ticks-${keep.dataset.submission}`;
const boxes = [...document.querySelectorAll(".steps input")];
try {
  const kept = localStorage.getItem(name)?.split(" ") ?? [];
  for (const box of boxes) box.checked = kept.includes(box.value);
  document.addEventListener("change", () => {
    localStorage.setItem(name, boxes.filter((box) => box.checked).map((box) => box.value).join(" "));
  });
} catch {
  // Storage is closed to some frames, and then nothing may promise it.
  document.querySelector(".ticks-note")?.remove();
}
