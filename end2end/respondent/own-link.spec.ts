// The respondent's own link, during the quiz and later on the start page.
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

test("every question of an open quiz has the link to come back to", async ({ page, person, words, api }) => {
  await person.begins(api.openQuiz.startPage);
  await person.answers([1]);
  await person.sees(2);
  const link = api.openQuiz.pageOf(person.id);
  await expect(page.getByRole("link", { name: link })).toBeHidden();
  await page.getByText(words.leave).click();
  await expect(page.getByRole("link", { name: link })).toHaveAttribute("href", link);
});

test("who was given a link or comes from an app is shown none", async ({ page, person, words, api }) => {
  const invited = await api.create({ name: "For you", anonymous: false });
  const { link } = await api.invite(invited, { name: "Ana" });
  for (const address of [link, api.inAppQuiz.pageInApp(`visitor-${Math.random()}`)]) {
    await person.begins(address);
    await page.getByText(words.leave).click();
    await expect(page.locator(".leaving a:visible")).toHaveCount(0);
  }
});

test("back at the start the way on is offered, and starting over is a choice", async ({ page, person, words, api, scripted, context }) => {
  const wayOn = page.getByRole("link", { name: words.resume });
  await person.opens(api.openQuiz.startPage);
  await expect(wayOn).toBeHidden();
  await person.startButton.click();
  await person.answers(MIXED.slice(0, 1));
  await person.sees(2);
  const { id } = person;

  await person.opens(api.openQuiz.startPage);
  await expect(person.startButton).toBeVisible();
  await expect(wayOn).toBeVisible({ visible: scripted });
  expect(await context.cookies()).toEqual([]);
  if (!scripted) return;
  await wayOn.click();
  await person.sees(2);
  expect(person.id).toBe(id);
  await person.answers(MIXED.slice(1), 2);
  await person.seesResult();
  // Nothing is left to continue.
  await person.opens(api.openQuiz.startPage);
  await expect(person.startButton).toBeVisible();
  await expect(wayOn).toBeHidden();
});
