// Fixtures for all tests: a respondent, the words on the pages, the API.
import { expect, test as base } from "@playwright/test";
import { Api, type NewQuiz, type Quiz } from "./api.ts";
import { expectSoundLayout } from "./layout.ts";
import { Person } from "./person.ts";
import { demo, type Demo } from "./server.ts";
import { Watch } from "./watch.ts";
import { type Language, WORDS, type Words } from "./words.ts";

interface ForEachTest {
  language: Language;
  words: Words;
  /** True if scripts are enabled. */
  scripted: boolean;
  watch: Watch;
  person: Person;
  /** Checks the layout of the last pages, including those in frames; `person` checks the earlier ones. */
  layout: void;
}

interface ForEachWorker {
  demo: Demo;
  api: Api;
  /** Eight built-in questions; the fourth is optional. */
  optionalQuiz: Quiz;
  /** Two custom questions, in Spanish and English, and a colour with poor contrast. */
  ownQuiz: Quiz;
}

export const test = base.extend<ForEachTest, ForEachWorker>({
  demo: [({}, use) => use(demo()), { scope: "worker" }],
  api: [({ demo }, use) => use(new Api(demo)), { scope: "worker" }],
  optionalQuiz: [async ({ api }, use) => use(await api.create(OPTIONAL)), { scope: "worker" }],
  ownQuiz: [async ({ api }, use) => use(await api.create(OWN)), { scope: "worker" }],

  baseURL: ({ demo }, use) => use(demo.url),
  language: ({ locale }, use) => use(locale?.startsWith("es") ? "es" : "en"),
  words: ({ language }, use) => use(WORDS[language]),
  scripted: ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  person: ({ page, words, scripted }, use) => use(new Person(page, words, scripted)),
  watch: [
    async ({ context }, use) => {
      const watch = new Watch(context);
      await use(watch);
      expect(watch.complaints(), "nothing goes wrong unseen").toEqual([]);
    },
    { auto: true },
  ],
  layout: [
    async ({ context, demo }, use) => {
      await use();
      for (const page of context.pages()) {
        for (const frame of page.frames().filter((frame) => frame.url().startsWith(demo.url))) {
          await expectSoundLayout(frame).catch((error: unknown) => {
            if (!page.isClosed() && !frame.isDetached()) throw error;
          });
        }
      }
    },
    { auto: true },
  ],
});

const OPTIONAL: NewQuiz = {
  name: "With a question to skip",
  questions: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({ id: `fhn${number}`, required: number !== 4 })),
};

const OWN: NewQuiz = {
  name: "El club de lectura",
  language: "es",
  primaryColor: "#ffe600",
  questions: [
    {
      id: "genre",
      text: { es: "¿Qué te gusta leer?", en: "What do you like to read?" },
      help: { es: "Elige lo que más lees.", en: "Choose what you read most." },
      options: [{ label: { es: "Novela", en: "Novels" } }, { label: { es: "Poesía", en: "Poetry" } }],
    },
    {
      id: "day",
      text: { es: "¿Qué día te viene bien?", en: "Which day suits you?" },
      required: false,
      options: [{ label: { es: "El martes", en: "Tuesday" } }, { label: { es: "El jueves", en: "Thursday" } }],
    },
  ],
};

export { expect };
