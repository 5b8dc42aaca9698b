// What scripts add to the result: ticks that last on this device, sharing, printing.
const keep = document.querySelector(".keep");
const link = keep.querySelector(".keep-link a");
const find = (name) => keep.querySelector(`[data-${name}]`);
const offer = (button, act) => {
  button.hidden = false;
  button.addEventListener("click", act);
};

const page = { title: find("share").dataset.share, url: link.href };
// False inside a frame that may not share.
if (navigator.canShare?.(page)) offer(find("share"), () => navigator.share(page).catch(() => {}));
offer(find("print"), () => print());

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
