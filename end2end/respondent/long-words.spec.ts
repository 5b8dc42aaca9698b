// Sixty letters without a space in every text of a definition with every field: no page is wider than its window.
import { expectSoundLayout } from "../support/layout.ts";
import { expect, test } from "../support/test.ts";
import { ANSWERS, WHOLE } from "../support/whole.ts";
import type { NewQuiz } from "../support/api.ts";

const WIDTHS = [320, 1280];
/** Fields without any visible text. */
const RULES = ["alerts", "places", "shuffle", "last", "showIf", "ends"];

/** The definition with a long word in place of each text, and without conditions, alerts, places and orders; also returns the words. */
function lengthened(definition: NewQuiz): { quiz: NewQuiz; words: string[] } {
  const words: string[] = [];
  const word = () => {
    words.push(`Rindfleischetikettierungsueberwachungsaufgabenuebertragung${String(words.length).padStart(3, "0")}`.slice(-60));
    return words.at(-1)!;
  };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    if ("en" in value && "es" in value) {
      const text = word();
      return { en: text, es: text };
    }
    return Object.fromEntries(Object.entries(value).flatMap(([name, part]) => (RULES.includes(name) ? [] : [[name, walk(part)]])));
  };
  const quiz = walk({ ...definition, opensAt: null, closesAt: null }) as NewQuiz;
  return { quiz: { ...quiz, about: { ...quiz.about, runBy: word() } }, words };
}

test("no word of an author makes a page wider than the window", async ({ page, person, words: { proceed }, api, language, watch }) => {
  test.setTimeout(240_000);
  watch.allow(/status of (410|422)/);
  const { quiz: definition, words } = lengthened(WHOLE as NewQuiz);
  const quiz = await api.create(definition);
  const seen = new Set<string>();
  const looks = async () => {
    const html = await page.content();
    for (const word of words.filter((word) => html.includes(word))) seen.add(word);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      await expectSoundLayout(page);
    }
  };
  await person.opens(quiz.startPage);
  await looks();
  const user = await api.begin(quiz, language);
  const answers = `${quiz.base}/api/v1/namespaces/${quiz.namespace}/quizzes/${quiz.id}/users/anonymous/answers`;
  for (const question of definition.questions!) {
    const { id, required } = question;
    await person.opens(`${quiz.pageOf(user)}?q=${id}&lang=${language}`);
    await expect(page.locator(`form:has(input[value="${id}"])`).filter({ visible: true })).toHaveCount(1);
    await looks();
    if (!("kind" in question && question.kind === "statement") && required !== false) {
      await person.pauses();
      await page.locator(`form:has(input[value="${id}"])`).getByRole("button", { name: proceed }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      await looks();
    }
    for (const [item, answer] of Object.entries(ANSWERS).filter(([item]) => item === id || item.startsWith(`${id}_`))) {
      const saved = await page.request.post(answers, { data: { anon_id: user, questionId: item, answer } });
      expect(saved.status(), item).toBe(200);
    }
  }
  await person.opens(`${quiz.pageOf(user)}?lang=${language}`);
  await expect(page.locator("input[value=send]")).toHaveCount(1);
  await looks();

  await person.opens(quiz.pageOf(await api.submitAll(quiz, language, ANSWERS)));
  for (const part of await page.locator("details > summary").all()) await part.click();
  await looks();
  await api.change(quiz, { status: "closed" });
  await person.opens(quiz.pageOf(user));
  await looks();
  // Bands and cards of other scores do not appear.
  expect(seen.size, "the texts that were looked at").toBeGreaterThan(words.length * 0.85);
});
