// A question of every kind, by pointer and by keyboard alone.
import { Answering } from "../support/answering.ts";
import { EVERY_KIND, KINDS } from "../support/assessments.ts";
import { Keyboard } from "../support/keyboard.ts";
import type { AnswersRecord } from "../support/api.ts";
import { expect, test } from "../support/test.ts";

const ANSWERS = Object.fromEntries(KINDS.map(([{ id }, given]) => [id, given]));

function expectAll({ isCompleted, values, qAnswers }: AnswersRecord): void {
  expect(isCompleted).toBe(true);
  expect(values).toMatchObject({
    choice_other: "The attic",
    scale: 7,
    number: 42.5,
    text: "More light",
    email: "ana@example.org",
    date: "2021-04-03",
    consent: true,
  });
  expect(values!.multiple).toHaveLength(2);
  expect(values!.ranking).toHaveLength(3);
  expect(Object.keys(qAnswers).sort()).toEqual(["buttons", "choice", "dropdown", "matrix_roof", "matrix_stairs"]);
}

test("all of them are answered, looked at once more and sent", async ({ page, person, scripted, api }) => {
  const quiz = await api.create(EVERY_KIND);
  const answering = new Answering(page, person, scripted);
  await answering.begins(`${quiz.startPage}?lang=en`);
  expect(await answering.answersAll(ANSWERS)).toEqual(KINDS.map(([{ id }]) => id));

  // The review of the answers, with a link back to each.
  await expect(page.getByText("The attic")).toBeVisible();
  await expect(page.getByText("More light")).toBeVisible();
  expect((await api.record(quiz, person.id)).isCompleted).toBe(false);
  await page.locator("main a[href*='q=number']").click();
  await answering.comesTo((id) => id === "number");
  await expect(answering.form.locator("[name=answer]")).toHaveValue(/^42[.,]5$/);
  await answering.answersAll(ANSWERS);
  await answering.sends();
  expectAll(await api.record(quiz, person.id));
});

test("the keyboard alone takes it to the end", async ({ page, person, scripted, api }) => {
  const keyboard = new Keyboard(page);
  const quiz = await api.create(EVERY_KIND);
  const answering = new Answering(page, person, scripted);
  await answering.begins(`${quiz.startPage}?lang=en`);
  for (const [{ id }, given] of KINDS) {
    expect(await answering.current()).toBe(id);
    await answering.types(keyboard, given);
    await keyboard.tabsTo(answering.continueButton);
    await person.pauses();
    await keyboard.presses("Enter");
    person.wentOn();
    await answering.comesTo((next) => next !== id);
  }
  await keyboard.tabsTo(answering.sendButton);
  await keyboard.presses("Enter");
  await expect.poll(async () => (await api.record(quiz, person.id)).isCompleted).toBe(true);
  expectAll(await api.record(quiz, person.id));
});
