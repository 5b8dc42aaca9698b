// Inside a frame: tells the embedding page how tall the quiz is and how it goes on. It speaks only after a page of one
// of the quiz's allowed origins has said hello, and only to that origin; answers are never told.
(() => {
  const NAME = "quiz-answers";
  const { origins, completed, error } = document.currentScript.dataset;
  const DARK = "(prefers-color-scheme: dark)";
  let host;
  document.documentElement.classList.add("framed");

  const tell = (type, more) => host && parent.postMessage({ source: NAME, type, ...more }, host);
  const tellHeight = () => tell("height", { height: Math.ceil(document.documentElement.getBoundingClientRect().height) });

  // For browsers that do not pass the frame's own color-scheme on to the page in it.
  function wear(theme) {
    if (matchMedia(DARK).matches === (theme === "dark")) return;
    document.documentElement.style.colorScheme = theme;
    const always = theme === "dark" ? "(min-width: 0)" : "(max-width: 0)";
    for (const { cssRules } of document.styleSheets) {
      for (const { media } of cssRules) if (media) media.mediaText = media.mediaText.replace(DARK, always);
    }
  }

  addEventListener("message", ({ source, origin, data }) => {
    const isHello = source === parent && data && data.source === NAME && data.type === "hello";
    if (!isHello || !origins.split(" ").includes(origin)) return;
    host = origin;
    if (["light", "dark"].includes(data.theme)) wear(data.theme);
    if (error) tell("error", { status: Number(error) });
    else tell("ready");
    tellHeight();
    if (completed) tell("completed", JSON.parse(completed));
  });
  document.addEventListener(`${NAME}:answered`, ({ detail }) => tell("answered", { questionId: detail }));
  document.addEventListener(`${NAME}:step`, () => tell("step"));
  new ResizeObserver(tellHeight).observe(document.documentElement);
})();
