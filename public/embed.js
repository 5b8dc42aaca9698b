// Puts a quiz into a page of another application. Load it from the quiz server, then either
//   <script src="https://quiz.example.com/embed.js" data-quiz="my-team/QUIZ_ID" data-session-id="7b6f7a52-6a0b-4a53-9d0e-1f3c0f6f2a91"></script>
// or
//   QuizAnswers.mount(element, { quiz: "my-team/QUIZ_ID", sessionId: "7b6f7a52-6a0b-4a53-9d0e-1f3c0f6f2a91" });
// The page's origin has to be one of the quiz's allowedOrigins.
(() => {
  const server = new URL(document.currentScript.src).origin;
  const NAME = "quiz-answers";
  const TITLES = { en: "Questionnaire", es: "Cuestionario" };
  // A page of the quiz that has loaded answers at once; the browser's own page about a refusal never does.
  const PATIENCE = 5000;

  function mount(target, options) {
    const place = typeof target === "string" ? document.querySelector(target) : target;
    if (!place) throw new Error(`QuizAnswers: there is no element ${target}`);
    for (const name of ["quiz", "sessionId"]) {
      if (!options || !options[name]) throw new Error(`QuizAnswers: ${name} is missing`);
    }
    const { theme } = options;
    const page = new URL(`/app/${options.quiz}`, server);
    for (const name of ["sessionId", "customData", "lang"]) {
      if (options[name]) page.searchParams.set(name, options[name]);
    }
    if (options.start) page.searchParams.set("start", "1");

    const frame = document.createElement("iframe");
    frame.src = page;
    frame.title = options.title || TITLES[options.lang] || TITLES.en;
    frame.allow = "clipboard-write";
    frame.style.cssText = "display:block;width:100%;height:640px;border:0";
    // Most browsers pass it on to the page in the frame; the others are told with the hello.
    if (theme === "light" || theme === "dark") frame.style.colorScheme = theme;

    let isFirst = true;
    let silence;
    const loaded = () => {
      // It speaks to nobody before. This tells nothing about a person, so it may reach whatever is in the frame.
      frame.contentWindow.postMessage({ source: NAME, type: "hello", theme }, "*");
      if (!isFirst) showTop();
      isFirst = false;
      clearTimeout(silence);
      silence = setTimeout(() => pass({ source: NAME, type: "error", status: 0 }), PATIENCE);
    };
    // A new step begins at its top, as it would in a window of its own.
    const showTop = () => {
      const { top } = frame.getBoundingClientRect();
      if (top < 0 || top > innerHeight / 2) frame.scrollIntoView();
    };
    const pass = (message) => {
      place.dispatchEvent(new CustomEvent(`${NAME}:${message.type}`, { bubbles: true, detail: message }));
      const handler = options[`on${message.type[0].toUpperCase()}${message.type.slice(1)}`];
      if (handler) handler(message);
    };
    const hear = (event) => {
      const message = event.data;
      const isOurs = event.source === frame.contentWindow && event.origin === server;
      if (!isOurs || !message || message.source !== NAME) return;
      clearTimeout(silence);
      if (message.type === "height") frame.style.height = `${message.height}px`;
      else if (message.type === "step") showTop();
      else pass(message);
    };
    frame.addEventListener("load", loaded);
    addEventListener("message", hear);
    place.append(frame);
    return {
      frame,
      remove() {
        removeEventListener("message", hear);
        clearTimeout(silence);
        frame.remove();
      },
    };
  }

  window.QuizAnswers = { mount };

  const { start, ...options } = document.currentScript.dataset;
  if (options.quiz) {
    const place = document.createElement("div");
    document.currentScript.after(place);
    mount(place, { ...options, start: start !== undefined });
  }
})();
