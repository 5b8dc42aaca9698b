// A field above each long list of options, which narrows it to those that hold what is typed.
const template = document.getElementById("filter");
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

for (const options of document.querySelectorAll(".options")) {
  if (options.children.length <= template.dataset.from) continue;
  const filter = template.content.cloneNode(true);
  const field = filter.querySelector("input");
  const status = filter.querySelector("[role=status]");
  const narrow = () => {
    const wanted = plain(field.value);
    let shown = 0;
    for (const option of options.children) {
      const isChosen = option.querySelector("input").checked;
      option.hidden = !isChosen && !plain(option.textContent).includes(wanted);
      shown += !option.hidden;
    }
    options.classList.toggle("filtered", wanted !== "");
    status.textContent = wanted && `${status.dataset.shown} ${shown}`;
  };
  field.addEventListener("input", narrow);
  options.addEventListener("change", narrow);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    options.querySelector(":not([hidden]) > input")?.focus();
  });
  // The numbers of options count all of them, shown or not.
  options.addEventListener("keydown", (event) => {
    if (field.value && /^\d$/.test(event.key)) event.stopPropagation();
  });
  options.before(filter);
}
