// Small screens: each question shows its options and its button without scrolling.
import { expect, test } from "../support/test.ts";

for (const [width, height] of [[390, 664], [360, 640], [1366, 657]] as const) {
  test(`at ${width} × ${height} pixels the button of every question is in sight`, async ({ page, person, api }) => {
    await page.setViewportSize({ width, height });
    await person.begins(api.openQuiz.startPage);
    for (let number = 1; number <= 8; number += 1) {
      await person.sees(number);
      await expect(person.continueButton).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      // The progress bar grows in place.
      const filled = await page.locator(".stepper .meter-value").evaluate((bar) => bar.getAttribute("width"));
      expect(filled).toBe(`${Math.floor(((number - 1) * 100) / 8)}%`);
      await person.answers([1], number);
    }
    await person.seesResult();
  });
}

test("the last press sends one request, whatever still waits", async ({ page, person, api }) => {
  await person.begins(api.openQuiz.startPage);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const sent: string[] = [];
  await page.route(/\/answers(\/submit)?$/, async (route) => {
    sent.push(new URL(route.request().url()).pathname.endsWith("/submit") ? "submission" : "answer");
    if (sent.at(-1) === "answer") await released;
    return route.continue();
  });
  await person.answers([1, 2, 1, 2, 1, 2, 1, 2]);
  await person.seesResult();
  release();
  expect(sent).toEqual(["answer", "submission"]);
  expect(await api.savedCodes(api.openQuiz, person.id)).toEqual([1, 2, 1, 2, 1, 2, 1, 2]);
});

test("a choice is kept at once, before going on", async ({ page, person, words, api }) => {
  await person.begins(api.openQuiz.startPage);
  await person.chooses(4);
  await expect(person.saveStatus).toHaveText(words.saved);
  await page.locator(".languages a").click();
  await expect(page).toHaveURL(/lang=/);
  expect(await person.chosen()).toBe(4);
});

test("the error goes away with a choice", async ({ page, person, words, api }) => {
  await person.begins(api.openQuiz.startPage);
  await person.continues();
  await expect(page.getByRole("alert")).toBeVisible();
  await person.chooses(2);
  await expect(page.getByRole("alert")).toBeHidden();
  await expect(page).toHaveTitle(new RegExp(`^${words.progress(1, 8)}`));
});
