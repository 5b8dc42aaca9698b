// A whole assessment, built in the editor from nothing in two languages: it equals the quiz that the API and the
// command line create from the same definition, and three respondents get scores that were calculated by hand.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { Answering } from "../support/answering.ts";
import type { NewQuiz } from "../support/api.ts";
import { Quiz } from "../support/api.ts";
import type { Given } from "../support/assessments.ts";
import { expect, test } from "../support/dashboard.ts";
import { QuizEditor } from "../support/editor.ts";
import { Person } from "../support/person.ts";
import { NAMESPACE, program } from "../support/server.ts";
import { type Language, WORDS } from "../support/words.ts";

/** Each text of the quiz, and its translation. */
const SPANISH: Record<string, string> = {
  "Team health": "Salud del equipo",
  "Five minutes, once a quarter.": "Cinco minutos, una vez al trimestre.",
  "Thanks!": "¡Gracias!",
  "Back to the team page": "A la página del equipo",
  "Example Ltd": "Ejemplo, S. L.",
  "your coach": "tu coach",
  "two years": "dos años",
  "mailto:coach@example.org": "mailto:entrenador@example.org",
  "https://example.org/privacy": "https://example.org/privacidad",
  "Talk to someone": "Habla con alguien",
  "Where do you work?": "¿Dónde trabajas?",
  "At home": "En casa",
  "In an office": "En una oficina",
  Elsewhere: "En otro sitio",
  "How much energy do you have?": "¿Cuánta energía tienes?",
  None: "Ninguna",
  Plenty: "Mucha",
  "Is your desk comfortable?": "¿Es cómodo tu escritorio?",
  Yes: "Sí",
  Mostly: "Casi siempre",
  No: "No",
  "What gets in your way?": "¿Qué te frena?",
  Meetings: "Reuniones",
  Noise: "El ruido",
  Nothing: "Nada",
  "Hours of sleep?": "¿Horas de sueño?",
  "One wish?": "¿Un deseo?",
  Body: "Cuerpo",
  Work: "Trabajo",
  "Running low": "Con pocas fuerzas",
  "Take care of yourself.": "Cuídate.",
  Fine: "Bien",
  "Keep it up.": "Sigue así.",
  Sleep: "Sueño",
  "Rest comes first.": "Lo primero es descansar.",
  Tonight: "Esta noche",
  "Lights out at ten.": "Apaga la luz a las diez.",
  "Sleep well!": "¡Que duermas bien!",
};

const both = (en: string) => ({ en, es: SPANISH[en]! });
const option = (label: string, more: object = {}) => ({ label: both(label), ...more });

/** The same definition, as sent to the API and written to a file for the command line. */
const DEFINITION = {
  name: both("Team health"),
  language: "en",
  start: { text: both("Five minutes, once a quarter.") },
  end: { text: both("Thanks!"), next: { label: both("Back to the team page"), url: "https://example.org" } },
  about: {
    runBy: both("Example Ltd"),
    seenBy: both("your coach"),
    kept: both("two years"),
    contact: both("mailto:coach@example.org"),
    privacy: both("https://example.org/privacy"),
    help: [{ label: both("Talk to someone"), url: "tel:+15550100" }],
  },
  questions: [
    {
      id: "remote",
      text: both("Where do you work?"),
      options: [option("At home"), option("In an office"), option("Elsewhere", { other: true })],
    },
    {
      id: "energy",
      kind: "scale",
      text: both("How much energy do you have?"),
      from: 1,
      to: 5,
      labels: { "1": both("None"), "5": both("Plenty") },
      category: "body",
      points: "linear",
    },
    {
      id: "desk",
      text: both("Is your desk comfortable?"),
      category: "body",
      weight: 2,
      showIf: { question: "remote", is: [1] },
      options: [option("Yes", { points: 100 }), option("Mostly", { points: 60 }), option("No", { points: 0 })],
    },
    {
      id: "blockers",
      kind: "multiple",
      text: both("What gets in your way?"),
      required: false,
      category: "work",
      max: 3,
      options: [
        option("Meetings", { points: -40 }),
        option("Noise", { points: -30 }),
        option("Nothing", { points: 100, exclusive: true }),
      ],
    },
    {
      id: "hours",
      kind: "number",
      text: both("Hours of sleep?"),
      min: 0,
      max: 24,
      decimals: 1,
      category: "body",
      ranges: [{ below: 5, points: 0 }, { below: 7, points: 50 }, { points: 100 }],
    },
    { id: "wish", kind: "text", text: both("One wish?"), required: false, long: true, maxLength: 1000 },
  ],
  scoring: {
    method: "average",
    categories: [
      { id: "body", name: both("Body") },
      { id: "work", name: both("Work") },
    ],
    bands: [
      { id: "low", from: 0, name: both("Running low"), text: both("Take care of yourself."), hue: "rose" },
      { id: "fine", from: 50, name: both("Fine"), text: both("Keep it up."), hue: "leaf" },
    ],
    cards: [
      {
        id: "sleep",
        about: { question: "hours" },
        focusBelow: 80,
        title: both("Sleep"),
        bands: {
          low: {
            subTitle: both("Rest comes first."),
            stepsTitle: both("Tonight"),
            steps: [both("Lights out at ten.")],
            boost: both("Sleep well!"),
          },
        },
      },
    ],
  },
} satisfies NewQuiz;

interface Way {
  scripted: boolean;
  language: Language;
  answers: Record<string, Given>;
  asked: string[];
  scores: { score: number; band: string; category_scores: { body: number; work: number } };
  cards: object[];
  texts: string[];
}

const ALL = ["remote", "energy", "desk", "blockers", "hours", "wish"];

const WAYS: Way[] = [
  {
    // body (75 + 2 · 60 + 50) / 4 = 61.25, work 100 - 40, all (75 + 120 + 50 + 60) / 5 = 61.
    scripted: true,
    language: "en",
    answers: {
      remote: { choose: 1 },
      energy: { choose: 4 },
      desk: { choose: 2 },
      blockers: { tick: [1] },
      hours: { write: "6.5" },
      wish: { write: "A plant" },
    },
    asked: ALL,
    scores: { score: 61, band: "fine", category_scores: { body: 61, work: 60 } },
    cards: [],
    texts: ["Fine", "Keep it up.", "Body", "Work", "61", "60"],
  },
  {
    // The desk question is skipped: body (75 + 50) / 2 = 62.5, all (75 + 50 + 60) / 3 = 61.67.
    scripted: true,
    language: "en",
    answers: {
      remote: { choose: 2 },
      energy: { choose: 4 },
      blockers: { tick: [1] },
      hours: { write: "6.5" },
      wish: { write: "Quiet" },
    },
    asked: ALL.filter((id) => id !== "desk"),
    scores: { score: 62, band: "fine", category_scores: { body: 63, work: 60 } },
    cards: [],
    texts: ["Fine", "62", "63", "60"],
  },
  {
    // body 0, work 100 - 40 - 30, all 30 / 5; the card about sleep has a text for this band.
    scripted: false,
    language: "es",
    answers: {
      remote: { choose: 1 },
      energy: { choose: 1 },
      desk: { choose: 3 },
      blockers: { tick: [1, 2] },
      hours: { write: "4" },
      wish: { write: "Dormir" },
    },
    asked: ALL,
    scores: { score: 6, band: "low", category_scores: { body: 0, work: 30 } },
    cards: [{ id: "sleep", band: "low", show_required: true, title: "Sueño" }],
    texts: ["Con pocas fuerzas", "Cuídate.", "Sueño", "Esta noche", "Apaga la luz a las diez.", "¡Que duermas bien!"],
  },
];

/** Enters the whole definition, tab by tab. */
async function build(editor: QuizEditor): Promise<void> {
  const add = (kind: string) => editor.presses(`add questions ${kind}`);
  const labels = async (question: string, more: number, ...words: string[]) => {
    for (let at = 0; at < more; at += 1) await editor.presses(`add questions.${question}.options`);
    const options = await editor.items(`questions.${question}.options`, "label");
    await editor.writes(Object.fromEntries(options.map((place, at) => [`${place}.label`, words[at]!])));
    return options;
  };
  const named = async (question: string, id: string) => {
    await editor.writes({ [`questions.${question}.id`]: id });
    await editor.saves();
  };

  await add("choice");
  await editor.writes({ "questions.q1.text": "Where do you work?" });
  const places = await labels("q1", 1, "At home", "In an office", "Elsewhere");
  await editor.ticks(`${places[2]}.other`, true);
  await named("q1", "remote");

  await add("scale");
  await editor.writes({
    "questions.q1.text": "How much energy do you have?",
    "questions.q1.labels.1": "None",
    "questions.q1.labels.5": "Plenty",
  });
  await editor.chooses("questions.q1.@points", "0 to 100 in equal steps");
  await named("q1", "energy");

  await add("choice");
  await editor.writes({ "questions.q1.text": "Is your desk comfortable?" });
  const desk = await labels("q1", 1, "Yes", "Mostly", "No");
  const points = ["100", "60", "0"];
  await editor.writes(Object.fromEntries(desk.map((place, at) => [`${place}.points`, points[at]!])));
  await editor.writes({ "questions.q1.weight": "2" });
  await editor.presses("begin questions.q1.showIf");
  await editor.chooses("questions.q1.showIf.@question", "Where do you work?");
  await editor.saves();
  await editor.page.getByRole("group", { name: "Shown", exact: true }).getByLabel("At home").check();
  await named("q1", "desk");

  await add("multiple");
  await editor.writes({ "questions.q1.text": "What gets in your way?", "questions.q1.max": "3" });
  await editor.ticks("questions.q1.required", false);
  const blockers = await labels("q1", 1, "Meetings", "Noise", "Nothing");
  const taken = ["-40", "-30", "100"];
  await editor.writes(Object.fromEntries(blockers.map((place, at) => [`${place}.points`, taken[at]!])));
  await editor.ticks(`${blockers[2]}.exclusive`, true);
  await named("q1", "blockers");

  await add("number");
  await editor.writes({ "questions.q1.text": "Hours of sleep?", "questions.q1.max": "24", "questions.q1.decimals": "1" });
  for (let at = 0; at < 3; at += 1) await editor.presses("add questions.q1.ranges");
  await editor.writes({
    "questions.q1.ranges.0.below": "5",
    "questions.q1.ranges.1.below": "7",
    "questions.q1.ranges.1.points": "50",
    "questions.q1.ranges.2.points": "100",
  });
  await named("q1", "hours");

  await add("text");
  await editor.writes({ "questions.q1.text": "One wish?", "questions.q1.maxLength": "1000" });
  await editor.ticks("questions.q1.required", false);
  await editor.ticks("questions.q1.long", true);
  await named("q1", "wish");

  await editor.tab("Scoring");
  await editor.presses("score scoring");
  for (let at = 0; at < 2; at += 1) await editor.presses("add scoring.categories");
  for (let at = 0; at < 2; at += 1) await editor.presses("add scoring.bands");
  await editor.presses("add scoring.cards");
  await editor.chooses("scoring.cards.card1.@about", "Question: Hours of sleep?");
  await editor.writes({
    "scoring.categories.category1.name": "Body",
    "scoring.categories.category2.name": "Work",
    "scoring.bands.band1.from": "0",
    "scoring.bands.band1.name": "Running low",
    "scoring.bands.band1.text": "Take care of yourself.",
    "scoring.bands.band2.from": "50",
    "scoring.bands.band2.name": "Fine",
    "scoring.bands.band2.text": "Keep it up.",
  });
  await editor.chooses("scoring.bands.band1.hue", "Rose");
  await editor.chooses("scoring.bands.band2.hue", "Leaf");
  await editor.writes({
    "scoring.categories.category1.id": "body",
    "scoring.categories.category2.id": "work",
    "scoring.bands.band1.id": "low",
    "scoring.bands.band2.id": "fine",
    "scoring.cards.card1.title": "Sleep",
    "scoring.cards.card1.focusBelow": "80",
    "scoring.cards.card1.id": "sleep",
  });
  await editor.saves();
  for (const [question, category] of [["energy", "Body"], ["desk", "Body"], ["blockers", "Work"], ["hours", "Body"]] as const) {
    await editor.chooses(`questions.${question}.category`, category);
  }
  await editor.presses("add scoring.cards.sleep.bands.low");
  await editor.presses("add scoring.cards.sleep.bands.low.steps");
  await editor.writes({
    "scoring.cards.sleep.bands.low.subTitle": "Rest comes first.",
    "scoring.cards.sleep.bands.low.stepsTitle": "Tonight",
    "scoring.cards.sleep.bands.low.steps.0": "Lights out at ten.",
    "scoring.cards.sleep.bands.low.boost": "Sleep well!",
  });
  await editor.saves();

  await editor.tab("Settings");
  await editor.presses("add about.help");
  await editor.writes({
    "start.text": "Five minutes, once a quarter.",
    "end.text": "Thanks!",
    "end.next.label": "Back to the team page",
    "end.next.url": "https://example.org",
    "about.runBy": "Example Ltd",
    "about.seenBy": "your coach",
    "about.kept": "two years",
    "about.contact": "mailto:coach@example.org",
    "about.privacy": "https://example.org/privacy",
    "about.help.0.label": "Talk to someone",
    "about.help.0.url": "tel:+15550100",
  });
  await editor.saves();

  await editor.tab("Languages");
  await editor.page.getByText("Add a language").click();
  await editor.page.getByRole("link", { name: "Spanish" }).click();
  const rows = editor.page.locator(".ed-translation:not(:has([name^='words.']))");
  await expect(rows).toHaveCount(Object.keys(SPANISH).length);
  for (const row of await rows.all()) {
    const original = await row.locator("p").first().innerText();
    await row.getByRole("textbox").fill(SPANISH[original] ?? `${original}: not known`);
  }
  await editor.saves();
  await expect(editor.page.getByText("Nothing is missing.").last()).toBeAttached();
}

/** The definition with its option ids numbered in order of appearance. */
function inOrder(definition: string): string {
  const ids = new Map<string, string>();
  return definition.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
    if (!ids.has(id)) ids.set(id, `option ${ids.size}`);
    return ids.get(id)!;
  });
}

/** The lines and columns of a CSV file with optional quotes. */
function cells(csv: string): string[][] {
  const lines = csv.replace(/^\uFEFF/, "").trim().split("\r\n");
  return lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ""),
  );
}

/** Takes the quiz, checks the result, and returns the respondent's id. */
async function answer(browser: Browser, start: string, way: Way): Promise<string> {
  const context = await browser.newContext({ javaScriptEnabled: way.scripted });
  const page = await context.newPage();
  const person = new Person(page, WORDS[way.language], way.scripted);
  const answering = new Answering(page, person, way.scripted);
  await answering.begins(`${start}?lang=${way.language}`);
  expect(await answering.answersAll(way.answers)).toEqual(way.asked);
  await expect(page.getByRole("img", { name: WORDS[way.language].score(way.scores.score) })).toBeVisible();
  for (const text of way.texts) await expect(page.locator("main")).toContainText(text);
  const { id } = person;
  await context.close();
  return id;
}

test("the editor, the API and a file make one definition, and its figures are those reckoned by hand", async ({
  page,
  browser,
  api,
  demo,
  scripted,
}) => {
  test.setTimeout(300_000);
  const editor = new QuizEditor(page, scripted);
  await editor.begins("Team health");
  const [, , , , , id] = new URL(page.url()).pathname.split("/");
  await build(editor);

  await page.getByRole("link", { name: "Publish", exact: true }).click();
  await page.getByRole("button", { name: "Publish and open" }).click();
  const start = await page.getByLabel("Link", { exact: true }).inputValue();
  const quiz = new Quiz(demo.url, NAMESPACE, id!);

  await test.step("the definition is that of the API and of the command line", async () => {
    const exported = async (id: string) =>
      inOrder(await (await page.request.get(`/admin/ns/${NAMESPACE}/quizzes/${id}/definition`)).text());
    const edited = await exported(quiz.id);
    const byApi = await api.create(DEFINITION);
    const folder = mkdtempSync(join(tmpdir(), "definition-"));
    writeFileSync(join(folder, "quiz.json"), JSON.stringify(DEFINITION));
    const printed = execFileSync(
      program,
      ["quiz", "create", "--namespace", NAMESPACE, join(folder, "quiz.json"), "--data-dir", demo.folder],
      { encoding: "utf8" },
    );
    rmSync(folder, { recursive: true });
    expect(edited).toContain("option 1");
    expect(edited).toBe(await exported(byApi.id));
    expect(edited).toBe(await exported((JSON.parse(printed) as { id: string }).id));
  });

  const users: string[] = [];
  for (const way of WAYS) {
    await test.step(`${way.scores.score} of 100 in ${way.language}, ${way.scripted ? "with" : "without"} JavaScript`, async () => {
      const user = await answer(browser, start, way);
      const record = await api.record(quiz, user);
      expect(record).toMatchObject({ isCompleted: true, language: way.language, ...way.scores });
      expect(record.cards).toMatchObject(way.cards);
      expect(record.cards).toHaveLength(way.cards.length);
      users.push(user);
    });
  }

  await test.step("the insights count all three", async () => {
    const figures = await api.insights(quiz);
    expect(figures).toMatchObject({
      started: 3,
      completed: 3,
      ownScores: [
        { category: null, total: 3, least: 6, median: 61, mean: 43, greatest: 62, bands: [{ id: "low", count: 1 }, { id: "fine", count: 2 }] },
        { category: "body", total: 3, least: 0, median: 61, greatest: 63 },
        { category: "work", total: 3, least: 30, median: 60, mean: 50, greatest: 60 },
      ],
    });
    const languages = figures.languages.filter(({ completed }) => completed > 0);
    expect(languages).toEqual([{ language: "en", completed: 2 }, { language: "es", completed: 1 }]);
    const of = (id: string) => figures.questions.find((question) => question.id === id)!;
    const chosen = (id: string) => of(id).options.map((option) => option.chosen);
    expect(["remote", "desk", "blockers"].map(chosen)).toEqual([[2, 1, 0], [0, 1, 1], [3, 1, 0]]);
    expect(of("energy").mean).toBe(3);
    expect(of("hours").ranges?.map(({ count }) => count)).toEqual([1, 2, 0]);
    await page.goto(`/admin/ns/${NAMESPACE}/quizzes/${quiz.id}/insights`);
    for (const heading of ["Where do you work?", "Hours of sleep?"]) {
      await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
    }
  });

  await test.step("the export has a line for each", async () => {
    await page.goto(`/admin/ns/${NAMESPACE}/quizzes/${quiz.id}/exports`);
    await page.getByLabel("Form of the file").selectOption({ label: "For programs" });
    await page.getByRole("button", { name: "Export" }).click();
    const download = page.getByRole("link", { name: /^Download/ });
    await expect(async () => {
      if (!scripted) await page.reload();
      await expect(download).toBeVisible({ timeout: 1000 });
    }).toPass();
    const file = await page.request.get((await download.getAttribute("href"))!);
    const [head, ...rows] = cells(await file.text());
    const columns = ["score", "band", "category.body", "category.work", "remote.code", "energy", "energy.points", "desk.code", "desk.points"];
    columns.push("blockers.1", "blockers.2", "blockers.3", "blockers.points", "hours", "hours.points", "wish");
    const lines = rows.map((row) => columns.map((name) => row[head!.indexOf(name)]).join(" "));
    expect(lines.sort()).toEqual(
      [
        "61 fine 61 60 1 4 75 2 60 1 0 0 60 6.5 50 A plant",
        "62 fine 63 60 2 4 75   1 0 0 60 6.5 50 Quiet",
        "6 low 0 30 1 1 0 3 0 1 1 0 30 4 0 Dormir",
      ].sort(),
    );
  });
});
