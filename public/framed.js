// Inside a frame: tells the embedding page how tall the quiz is and how it goes on. It speaks only after a page of one
// of the quiz's allowed origins has said hello, and only to that origin; answers are never told.
(() => {
  const NAME = "quiz-answers";
  const { origins, completed } = document.currentScript.dataset;
  let host;
  document.documentElement.classList.add("framed");

  const tell = (type, more) => host && parent.postMessage({ source: NAME, type, ...more }, host);
  const tellHeight = () => tell("height", { height: Math.ceil(document.documentElement.getBoundingClientRect().height) });

  addEventListener("message", ({ source, origin, data }) => {
    const isHello = source === parent && data && data.source === NAME && data.type === "hello";
    if (!isHello || !origins.split(" ").includes(origin)) return;
    host = origin;
    tell("ready");
    tellHeight();
    if (completed) tell("completed", JSON.parse(completed));
  });
  document.addEventListener(`${NAME}:answered`, ({ detail }) => tell("answered", { questionId: detail }));
  new ResizeObserver(tellHeight).observe(document.documentElement);
})();
