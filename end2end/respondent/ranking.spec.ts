// A ranking: the initial order counts as an answer only once the respondent confirms it.
import { Answering } from "../support/answering.ts";
import { expect, test } from "../support/test.ts";
import { WORDS } from "../support/words.ts";

const QUIZ = {
  name: "Order",
  questions: [{ id: "order", kind: "ranking" as const, text: "Your order?", options: [{ label: "Light" }, { label: "Room" }, { label: "Quiet" }] }],
};

test("going on at once asks, and stores nothing", async ({ page, person: visitor, scripted, api, watch }) => {
  watch.allow(/status of 422/);
  const person = visitor.reading(WORDS.en);
  const answering = new Answering(page, person, scripted);
  const quiz = await api.create(QUIZ);
  await answering.begins(quiz.startPage);
  const user = person.id;
  await answering.continues();
  const summary = page.getByRole("alert");
  await expect(summary).toBeVisible();
  expect((await api.record(quiz, user)).isCompleted).toBe(false);

  // The error links to the box that confirms the order.
  await summary.getByRole("link").click();
  const own = page.getByRole("checkbox", { name: "This is my order" });
  if (scripted) {
    await expect(own).toBeFocused();
    await page.keyboard.press("Space");
    await expect(own).toBeChecked();
  } else {
    await expect(own).toHaveCount(0);
    await answering.fills({ rank: [1, 2, 3] });
  }
  await answering.continues();
  await person.seesNotice(WORDS.en.thanks);
  const { isCompleted, values } = await api.record(quiz, user);
  expect(isCompleted).toBe(true);
  expect(values!.order).toHaveLength(3);
});

test("a move says it too, and the tick can be taken back", async ({ page, person: visitor, scripted, api, watch }) => {
  test.skip(!scripted, "there is nothing to move");
  watch.allow(/status of 422/);
  const person = visitor.reading(WORDS.en);
  const answering = new Answering(page, person, scripted);
  const quiz = await api.create(QUIZ);
  await answering.begins(quiz.startPage);
  const own = page.getByRole("checkbox", { name: "This is my order" });
  await expect(own).not.toBeChecked();
  await page.getByRole("button", { name: /Room/ }).first().click();
  await expect(own).toBeChecked();
  await own.uncheck();
  await answering.continues();
  await expect(page.getByRole("alert")).toBeVisible();
  await own.check();
  await answering.continues();
  await person.seesNotice(WORDS.en.thanks);
});
