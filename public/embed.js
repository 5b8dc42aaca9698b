// Puts a quiz into a page of another application. Load it from the quiz server, then either
//   <script src="https://quiz.example.com/embed.js" data-quiz="my-team/QUIZ_ID" data-session-id="user-42"></script>
// or
//   QuizAnswers.mount(element, { quiz: "my-team/QUIZ_ID", sessionId: "user-42" });
// The page's origin has to be one of the quiz's allowedOrigins.
(() => {
  const server = new URL(document.currentScript.src).origin;
  const NAME = "quiz-answers";
  const TITLES = { en: "Questionnaire", es: "Cuestionario" };

  function mount(target, options) {
    const place = typeof target === "string" ? document.querySelector(target) : target;
    if (!place) throw new Error(`QuizAnswers: there is no element ${target}`);
    for (const name of ["quiz", "sessionId"]) {
      if (!options || !options[name]) throw new Error(`QuizAnswers: ${name} is missing`);
    }
    const page = new URL(`/app/${options.quiz}`, server);
    for (const name of ["sessionId", "customData", "lang"]) {
      if (options[name]) page.searchParams.set(name, options[name]);
    }
    if (options.start) page.searchParams.set("start", "1");

    const frame = document.createElement("iframe");
    frame.src = page;
    frame.title = options.title || TITLES[options.lang] || TITLES.en;
    frame.style.cssText = "display:block;width:100%;height:640px;border:0";

    // Every page of the quiz answers this with "ready"; it speaks to nobody before. It tells nothing, so it may reach
    // whatever is in the frame, also the browser's own page about a refusal.
    const hello = () => frame.contentWindow.postMessage({ source: NAME, type: "hello" }, "*");
    const hear = (event) => {
      const message = event.data;
      const isOurs = event.source === frame.contentWindow && event.origin === server;
      if (!isOurs || !message || message.source !== NAME) return;
      if (message.type === "height") {
        frame.style.height = `${message.height}px`;
        return;
      }
      place.dispatchEvent(new CustomEvent(`${NAME}:${message.type}`, { bubbles: true, detail: message }));
      const handler = options[`on${message.type[0].toUpperCase()}${message.type.slice(1)}`];
      if (handler) handler(message);
    };
    frame.addEventListener("load", hello);
    addEventListener("message", hear);
    place.append(frame);
    return {
      frame,
      remove() {
        removeEventListener("message", hear);
        frame.remove();
      },
    };
  }

  window.QuizAnswers = { mount };

  const { quiz, sessionId, customData, lang, start } = document.currentScript.dataset;
  if (quiz) {
    const place = document.createElement("div");
    document.currentScript.after(place);
    mount(place, { quiz, sessionId, customData, lang, start });
  }
})();
