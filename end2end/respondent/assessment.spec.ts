// A custom quiz: kinds of questions, a condition, its own scores, bands and cards.
import type { Page } from "@playwright/test";
import { AT_HOME, AT_HOME_SCORES, EXAMPLE, IN_OFFICE_SCORES } from "../support/assessments.ts";
import { Answering } from "../support/answering.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/test.ts";
import { WORDS } from "../support/words.ts";

const [body, work] = EXAMPLE.scoring.categories;
const fine = EXAMPLE.scoring.bands[1]!;
const sleep = EXAMPLE.scoring.cards[0]!;

/** Checks the result page in a language; its numbers may have the language's own digits. */
async function expectResult(page: Page, tag: "en" | "es" | "ar", scores: typeof AT_HOME_SCORES): Promise<void> {
  const main = page.locator("main");
  const texts = [fine.name, body!.name, work!.name, sleep.title, sleep.bands.fine.steps[0]!, EXAMPLE.end.text];
  for (const wanted of texts) await expect(main).toContainText(wanted[tag]!);
  const { score, category_scores } = scores;
  if (tag !== "ar") await expect(page.getByRole("img", { name: WORDS[tag].score(score) })).toBeVisible();
  const written = (await main.innerText()).replace(/[٠-٩]/g, (digit) => `${digit.charCodeAt(0) - 0x660}`);
  for (const number of [score, category_scores.body, category_scores.work]) expect(written).toContain(`${number}`);
  await expect(page.getByRole("link", { name: EXAMPLE.end.next.label[tag] })).toHaveAttribute("href", EXAMPLE.end.next.url);
}

test("its scores, band and cards are those that were reckoned by hand", async ({ page, person, scripted, api, language }) => {
  const quiz = await api.create(EXAMPLE);
  const answering = new Answering(page, person, scripted);
  await answering.begins(`${quiz.startPage}?lang=${language}`);
  expect(await answering.answersAll(AT_HOME)).toEqual(Object.keys(AT_HOME));

  const record = await api.record(quiz, person.id);
  expect(record).toMatchObject({ isCompleted: true, language, ...AT_HOME_SCORES });
  expect(record.values).toMatchObject({ energy: 4, hours: 6.5, wish: "A plant" });
  expect(record.cards).toMatchObject([{ id: "sleep", band: "fine", show_required: true, title: sleep.title[language] }]);
  await expectResult(page, language, AT_HOME_SCORES);
  await person.reloads();
  await expectResult(page, language, AT_HOME_SCORES);
});

test("an earlier answer that is changed takes a question away", async ({ page, person, scripted, api, language }) => {
  const quiz = await api.create(EXAMPLE);
  const answering = new Answering(page, person, scripted);
  await answering.begins(`${quiz.startPage}?lang=${language}`);
  for (const id of ["remote", "energy", "desk"]) {
    expect(await answering.current()).toBe(id);
    await answering.fills(AT_HOME[id]!);
    await answering.continues();
    await answering.comesTo((next) => next !== id);
  }
  for (const id of ["desk", "energy", "remote"]) {
    await person.goesBack();
    await answering.comesTo((now) => now === id);
  }
  const asked = await answering.answersAll({ ...AT_HOME, remote: { choose: 2 } });
  expect(asked).toEqual(["remote", "energy", "blockers", "hours", "wish"]);
  const record = await api.record(quiz, person.id);
  expect(record).toMatchObject(IN_OFFICE_SCORES);
  expect(record.qAnswers).not.toHaveProperty("desk");
  await expectResult(page, language, IN_OFFICE_SCORES);
});

test("in Arabic it runs from right to left", async ({ page, person, scripted, api }) => {
  const quiz = await api.create(EXAMPLE);
  const answering = new Answering(page, person, scripted);
  await answering.begins(`${quiz.startPage}?lang=ar`);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  await expect(person.heading).toHaveText(EXAMPLE.questions[0]!.text.ar!);
  // axe runs as a script in the page.
  if (scripted) await expectAccessible(page);
  // Typed in Arabic digits.
  await answering.answersAll({ ...AT_HOME, hours: { write: "٦٫٥" } });
  expect(await api.record(quiz, person.id)).toMatchObject({ language: "ar", ...AT_HOME_SCORES });
  await expectResult(page, "ar", AT_HOME_SCORES);
  if (scripted) await expectAccessible(page);
});
