// What scripts keep for the respondent: their own link, copied on request and remembered while this tab lives, so that the
// start page of an open quiz leads back to the questions that were left; and on this device, if a tap leads on.
for (const button of navigator.clipboard ? document.querySelectorAll("[data-copy]") : []) {
  const place = button.closest(".keep");
  const link = place.querySelector(".keep-link a");
  const copied = () => button.dataset.copy;
  // A frame may not copy; then the link is marked, ready to be copied by hand.
  const failed = () => {
    getSelection().selectAllChildren(link);
    return button.dataset.failed;
  };
  button.hidden = false;
  button.addEventListener("click", async () => {
    place.querySelector("[role=status]").textContent = await navigator.clipboard.writeText(link.href).then(copied, failed);
  });
}

const NAME = "unfinished ";
const here = location.pathname;
const quiz = here.replace(/\/[^/]*$/, "");

function update() {
  const offer = document.querySelector(".resume");
  if (offer) {
    const unfinished = sessionStorage.getItem(NAME + here);
    offer.hidden = !unfinished;
    if (unfinished) offer.querySelector("a").href = unfinished;
  } else if (document.querySelector(".own-link")) {
    sessionStorage.setItem(NAME + quiz, here);
  } else if (sessionStorage.getItem(NAME + quiz) === here) {
    sessionStorage.removeItem(NAME + quiz);
  }
}

try {
  update();
  // Back from the questions, the start page may be as it was left.
  addEventListener("pageshow", update);
} catch {
  // Storage is closed to some frames; the link itself still works.
}

/** Shows the preference for going on after a tap, once the program runs, which reads the box at each tap. */
export function showTapping() {
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
  tell();
  box.addEventListener("change", () => {
    tell();
    kept.tapping = box.checked ? "on" : "off";
  });
}
