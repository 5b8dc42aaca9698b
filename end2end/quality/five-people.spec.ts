// Five assessments unlike the demo's, each taken in five ways: with large text, by keyboard alone, as a screen reader
// reads it, without scripts, and on a slow network.
import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { Answering } from "../support/answering.ts";
import { EVERY_KIND, type Given, KINDS } from "../support/assessments.ts";
import type { Api, NewQuiz } from "../support/api.ts";
import * as browsers from "../support/browser.ts";
import { Keyboard } from "../support/keyboard.ts";
import { Person } from "../support/person.ts";
import { expect, test } from "../support/test.ts";
import { WORDS } from "../support/words.ts";

interface Assessment {
  name: string;
  quiz: NewQuiz;
  answers: Record<string, Given>;
  /** The questions that these answers lead to, in order. */
  asked: string[];
  /** Of the submitted record. */
  record: Record<string, unknown>;
}

const AGREEMENT = { "1": "Strongly disagree", "5": "Strongly agree" };
const USABILITY = ["often", "complex", "easy", "support", "integrated", "inconsistent", "quick", "awkward", "confident", "much"];
const FEELINGS = ["Never", "Seldom", "Sometimes", "Often", "Nearly always", "Always", "I don’t know"].map((label) => ({ label }));
const PLACES = ["Light", "Air", "Noise", "Room", "Chair", "Desk", "Screen", "Team", "Lead", "Pay", "Food", "The way to work and back"];

/** Ten statements, every second one reversed; sums from 0 to 100 in steps of 2.5. */
const usability: Assessment = {
  name: "ten statements with a sum",
  quiz: {
    name: "How was the new system?",
    questions: USABILITY.map((id, at) => ({
      id,
      kind: "scale" as const,
      text: `Statement ${at + 1}: it is as the word “${id}” says, all in all, and I would say so to others.`,
      from: 1,
      to: 5,
      labels: AGREEMENT,
      points: at % 2 === 0 ? [0, 2.5, 5, 7.5, 10] : [10, 7.5, 5, 2.5, 0],
    })),
    scoring: { method: "sum", decimals: 1 },
  },
  answers: Object.fromEntries(USABILITY.map((id, at) => [id, { choose: at % 2 === 0 ? 4 : 3 }])),
  asked: USABILITY,
  record: { score: 62.5 },
};

/** Twelve rows of seven columns. */
const table: Assessment = {
  name: "a table of twelve rows",
  quiz: {
    name: "At work",
    result: "thanks",
    questions: [
      {
        id: "work",
        kind: "matrix" as const,
        text: "How often is each of these as it should be at your place of work?",
        rows: PLACES.map((text, at) => ({ id: `r${at}`, text })),
        options: FEELINGS,
      },
    ],
  },
  answers: { work: { rows: PLACES.map((_, at) => (at % 7) + 1) } },
  asked: ["work"],
  record: {},
};

/** A medical history with nested conditions; one answer opens three more questions. */
const history: Assessment = {
  name: "conditions on conditions",
  quiz: {
    name: "Before your appointment",
    questions: [
      { id: "ill", text: "Have you been in hospital?", display: "buttons", options: [{ label: "Yes" }, { label: "No" }] },
      { id: "why", kind: "text", text: "What for?", maxLength: 200, showIf: { question: "ill", is: [1] } },
      { id: "times", kind: "number", text: "How many times?", min: 1, max: 99, showIf: { answered: "why" } },
      { id: "last", kind: "date", text: "When were you there last?", showIf: { question: "times", atLeast: 2 } },
      { id: "end", kind: "statement", text: "Nothing more to ask. Thank you!", ends: true, showIf: { not: { question: "times", atMost: 3 } } },
      { id: "pills", kind: "multiple", text: "Which of these do you take?", options: [{ label: "Tablets" }, { label: "Drops" }, { label: "None of these", exclusive: true }] },
    ],
  },
  answers: {
    ill: { choose: 1 },
    why: { write: "A broken arm, and later once more the same" },
    times: { write: "2" },
    last: { date: ["29", "2", "2024"] },
    pills: { tick: [1, 2] },
  },
  asked: ["ill", "why", "times", "last", "pills"],
  record: { values: { why: "A broken arm, and later once more the same", times: 2, last: "2024-02-29" } },
};

/** One question with very long words, not in English. */
const one: Assessment = {
  name: "one question with long words",
  quiz: {
    name: "Donaudampfschifffahrtsgesellschaftskapitänsbefragung",
    language: "de",
    questions: [
      {
        id: "single",
        text: "Wie beurteilen Sie die Rechtsschutzversicherungsgesellschaftsangelegenheiten?",
        options: [{ label: "Verbesserungswürdig und nachbesserungsbedürftig" }, { label: "Zufriedenstellend" }],
      },
    ],
  },
  answers: { single: { choose: 2 } },
  asked: ["single"],
  record: {},
};

const kinds: Assessment = {
  name: "every kind of question",
  quiz: { ...EVERY_KIND, review: false },
  answers: Object.fromEntries(KINDS.map(([{ id }, given]) => [id, given])),
  asked: KINDS.map(([{ id }]) => id),
  record: { values: { choice_other: "The attic", scale: 7, number: 42.5, date: "2021-04-03", consent: true } },
};

const ASSESSMENTS = [usability, table, history, one, kinds];

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, locale: "en-GB", reducedMotion: "reduce" } as const;

/** Takes the quiz and checks the record. */
async function goes(api: Api, assessment: Assessment, page: Page, scripted: boolean, fills?: (answering: Answering, id: string, given: Given) => Promise<void>): Promise<void> {
  const quiz = await api.create(assessment.quiz);
  const language = assessment === one ? "de" : "en";
  const person = new Person(page, WORDS.en, scripted);
  const answering = new Answering(page, person, scripted);
  await answering.begins(`${quiz.startPage}?lang=${language}`);
  const asked: string[] = [];
  const user = person.id;
  for (let id = await answering.current(); id !== ""; id = await answering.current()) {
    asked.push(id);
    if (fills) await fills(answering, id, assessment.answers[id]!);
    else {
      await answering.fills(assessment.answers[id]!);
      await answering.continues();
    }
    await answering.comesTo((next) => next !== id);
  }
  expect(asked).toEqual(assessment.asked);
  await expect.poll(async () => (await api.record(quiz, user)).isCompleted).toBe(true);
  expect(await api.record(quiz, user)).toMatchObject(assessment.record);
}

/** In a separate browser context, which shares no storage with the others. */
async function visits(browser: Browser, base: string, options: BrowserContextOptions, visit: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ ...PHONE, baseURL: base, ...options });
  await visit(await context.newPage());
  await context.close();
}

test.describe.configure({ timeout: 240_000 });

for (const assessment of ASSESSMENTS) {
  test(`large text on a phone: ${assessment.name}`, async ({ api, demo }) => {
    const args = [...browsers.flags, "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"];
    const browser = await chromium.launch({ executablePath: browsers.chromium(), args });
    await visits(browser, demo.url, {}, async (page) => {
      await page.goto("/");
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
      await goes(api, assessment, page, true);
    });
    await browser.close();
  });

  test(`the keyboard alone: ${assessment.name}`, async ({ api, browser, demo }) => {
    await visits(browser, demo.url, { viewport: { width: 1280, height: 800 }, hasTouch: false }, async (page) => {
      const keyboard = new Keyboard(page);
      await goes(api, assessment, page, true, async (answering, _id, given) => {
        await answering.types(keyboard, given);
        await keyboard.tabsTo(answering.continueButton);
        await page.waitForTimeout(500);
        await keyboard.presses("Enter");
      });
    });
  });

  test(`what a screen reader has: ${assessment.name}`, async ({ api, browser, demo }) => {
    await visits(browser, demo.url, {}, async (page) => {
      const questions = new Map((assessment.quiz.questions ?? []).map((question) => [question.id, question]));
      const said = (text: unknown): string => (typeof text === "string" ? text : (text as { en: string }).en);
      await goes(api, assessment, page, true, async (answering, id, given) => {
        const question = questions.get(id) as { kind?: string; text: unknown; display?: string };
        const heading = page.getByRole("heading", { level: 1 });
        await expect(heading).toBeVisible();
        const name = said(question.text);
        // The question labels its field, or the group of its fields.
        if (question.kind !== "statement") {
          const single = ["number", "text"].includes(question.kind ?? "") || question.display === "dropdown";
          const field = answering.form.getByRole(single ? (question.display === "dropdown" ? "combobox" : "textbox") : "group", { name });
          await expect(field.first()).toBeVisible();
        }
        if ("rows" in given) await expect(answering.form.getByRole("radiogroup")).toHaveCount(given.rows.length);
        await answering.fills(given);
        await answering.continues();
      });
      await expect(page.getByRole("main")).toBeVisible();
    });
  });

  test(`no scripts: ${assessment.name}`, async ({ api, browser, demo }) => {
    await visits(browser, demo.url, { javaScriptEnabled: false }, (page) => goes(api, assessment, page, false));
  });

  test(`a network of two seconds: ${assessment.name}`, async ({ api, browser, demo }) => {
    await visits(browser, demo.url, {}, async (page) => {
      page.setDefaultTimeout(60_000);
      const inspector = await page.context().newCDPSession(page);
      await inspector.send("Network.enable");
      await inspector.send("Network.emulateNetworkConditions", { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 });
      await goes(api, assessment, page, true);
    });
  });
}
