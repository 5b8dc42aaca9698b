// The preference for going on after a tap, kept on this device. The program reads the box at each tap.
const NAME = "tapping";
const notice = document.getElementById("tapping");
const label = document.querySelector(".tapping");
const box = label.querySelector("input");
let kept = {};
try {
  kept = localStorage;
} catch {
  // Storage is closed to some frames; then the choice holds for this page.
}

function tell() {
  notice.textContent = box.checked ? label.textContent : "";
}

/** Once the program runs. */
export function show() {
  box.checked = kept[NAME] !== "off";
  label.hidden = false;
  tell();
}

box.addEventListener("change", () => {
  tell();
  kept[NAME] = box.checked ? "on" : "off";
});
