// Puts a quiz into a page of another application. Load it from the quiz server, then either
//   <script src="https://quiz.example.com/embed.js" data-quiz="my-team/QUIZ_ID" data-session-id="7b6f7a52-6a0b-4a53-9d0e-1f3c0f6f2a91"></script>
// or
//   QuizAnswers.mount(element, { quiz: "my-team/QUIZ_ID", sessionId: "7b6f7a52-6a0b-4a53-9d0e-1f3c0f6f2a91" });
// The page's origin has to be one of the quiz's allowedOrigins.
(() => {
  const server = new URL(document.currentScript.src).origin;
  const NAME = "quiz-answers";
  const WORDS = {
    en: { title: "Questionnaire", silent: "The questions can’t be shown right now.", again: "Try again" },
    es: { title: "Cuestionario", silent: "Ahora no se pueden mostrar las preguntas.", again: "Intentarlo otra vez" },
    de: { title: "Fragebogen", silent: "Die Fragen lassen sich gerade nicht anzeigen.", again: "Noch einmal versuchen" },
    fr: { title: "Questionnaire", silent: "Les questions ne peuvent pas s’afficher pour le moment.", again: "Réessayer" },
    pt: { title: "Questionário", silent: "Não é possível mostrar as perguntas agora.", again: "Tentar de novo" },
    ar: { title: "استبيان", silent: "يتعذر عرض الأسئلة الآن.", again: "المحاولة مرة أخرى" },
  };
  // A page of the quiz that has loaded answers at once; the browser's own page about a refusal never does.
  const PATIENCE = 5000;

  function mount(target, options) {
    const place = typeof target === "string" ? document.querySelector(target) : target;
    if (!place) throw new Error(`QuizAnswers: there is no element ${target}`);
    for (const name of ["quiz", "sessionId"]) {
      if (!options || !options[name]) throw new Error(`QuizAnswers: ${name} is missing`);
    }
    // A page that says nothing of dark schemes stays light in the dark, and so does the frame in it.
    const known = document.querySelector("meta[name=color-scheme]")?.content || getComputedStyle(place).colorScheme;
    const isLight = !["light", "dark"].includes(options.theme) && known === "normal";
    const theme = isLight ? "light" : options.theme;
    const spoken = (options.lang || navigator.language).split("-")[0];
    const language = Object.hasOwn(WORDS, spoken) ? spoken : "en";
    const words = WORDS[language];
    const page = new URL(`/app/${options.quiz}`, server);
    for (const name of ["sessionId", "customData", "lang"]) {
      if (options[name]) page.searchParams.set(name, options[name]);
    }
    if (options.start) page.searchParams.set("start", "1");

    const frame = document.createElement("iframe");
    frame.src = page;
    frame.title = options.title || words.title;
    frame.allow = "clipboard-write";
    frame.style.cssText = "display:block;width:100%;height:640px;border:0";
    // Most browsers pass it on to the page in the frame; the others are told with the hello.
    if (theme === "light" || theme === "dark") frame.style.colorScheme = theme;

    let isFirst = true;
    let silence;
    const loaded = () => {
      // It speaks to nobody before. This tells nothing about a person, so it may reach whatever is in the frame.
      frame.contentWindow.postMessage({ source: NAME, type: "hello", theme, background: options.background }, "*");
      if (!isFirst) showTop();
      isFirst = false;
      clearTimeout(silence);
      silence = setTimeout(() => {
        note.hidden = false;
        frame.style.display = "none";
        pass({ source: NAME, type: "error", status: 0 });
      }, PATIENCE);
    };
    const show = () => {
      note.hidden = true;
      frame.style.display = "block";
    };
    // In the place of the browser's own page about a refusal.
    const note = document.createElement("div");
    note.hidden = true;
    note.setAttribute("role", "alert");
    note.lang = language;
    note.dir = language === "ar" ? "rtl" : "ltr";
    const again = document.createElement("button");
    again.type = "button";
    again.textContent = words.again;
    again.addEventListener("click", () => {
      show();
      frame.src = page;
    });
    note.append(words.silent, " ", again);
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
      if (!note.hidden) show();
      if (message.type === "height") frame.style.height = `${message.height}px`;
      else if (message.type === "step") showTop();
      else pass(message);
    };
    frame.addEventListener("load", loaded);
    addEventListener("message", hear);
    place.append(frame, note);
    return {
      frame,
      remove() {
        removeEventListener("message", hear);
        clearTimeout(silence);
        frame.remove();
        note.remove();
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
