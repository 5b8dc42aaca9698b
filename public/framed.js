// Inside a frame: tells the embedding page how tall the quiz is and how it goes on. It speaks only after a page of one
// of the quiz's allowed origins has said hello, and only to that origin; answers are never told.
(() => {
  const NAME = "quiz-answers";
  const { origins, completed, error } = document.currentScript.dataset;
  // The submission that this tab has told already: the result may be loaded again.
  const TOLD = `${NAME}:told`;
  const DARK = "(prefers-color-scheme: dark)";
  // The way back to the embedding page, at the end of a quiz.
  const next = document.querySelector("[data-next]");
  let host;
  document.documentElement.classList.add("framed");

  const tell = (type, more) => host && parent.postMessage({ source: NAME, type, ...more }, host);
  const tellHeight = () => tell("height", { height: Math.ceil(document.documentElement.getBoundingClientRect().height) });

  function tellCompleted() {
    const { submission } = document.querySelector("[data-submission]").dataset;
    try {
      if (sessionStorage[TOLD] === submission) return;
      sessionStorage[TOLD] = submission;
    } catch {
      // Storage is closed to some frames, and telling twice is better than never.
    }
    tell("completed", JSON.parse(completed));
  }

  // A frame shares the history of the page around it, so the first question takes the place of the start page. Only the
  // addresses of applications can begin a quiz by themselves.
  document.querySelector(".start form")?.addEventListener("submit", (event) => {
    if (parent === self || !location.pathname.startsWith("/app/")) return;
    event.preventDefault();
    const page = new URL(event.target.action);
    page.searchParams.set("start", "1");
    page.searchParams.set("lang", event.target.elements.lang.value);
    location.replace(page);
  });

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
    document.documentElement.classList.toggle("clear", data.background === "transparent");
    if (error) tell("error", { status: Number(error) });
    else tell("ready");
    tellHeight();
    if (completed) tellCompleted();
    if (next) next.hidden = false;
  });
  next?.addEventListener("click", () => tell("next"));
  document.addEventListener(`${NAME}:answered`, ({ detail }) => tell("answered", { questionId: detail }));
  document.addEventListener(`${NAME}:step`, () => tell("step"));
  new ResizeObserver(tellHeight).observe(document.documentElement);
})();
