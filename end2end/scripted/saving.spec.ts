// The save status without failures.
import { ANSWERS } from "../support/network.ts";
import { expect, test } from "../support/test.ts";

test("each answer is seen to be saved, and is", async ({ page, person, words, api }) => {
  await person.begins(api.openQuiz.startPage);
  await expect(person.saveStatus).toHaveText("");
  const saved: (number | null)[] = Array<null>(8).fill(null);
  for (let number = 1; number <= 7; number += 1) {
    const accepted = page.waitForResponse(ANSWERS);
    await person.answers([2], number);
    expect((await accepted).status()).toBe(200);
    await expect(person.saveStatus).toHaveText(words.saved);
    saved[number - 1] = 2;
    expect(await api.savedCodes(api.openQuiz, person.id)).toEqual(saved);
  }
  await person.answers([2], 8);
  await person.seesResult();
});

test("answering loads no further page until the result", async ({ page, person, api }) => {
  const loads: string[] = [];
  await person.begins(api.openQuiz.startPage);
  page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
  await person.answers([1, 1, 1, 1, 1, 1, 1, 1]);
  await person.seesResult();
  expect(loads).toHaveLength(1);
});

test("the address follows the question, so that it can be loaded again", async ({ page, person, api }) => {
  await person.begins(api.openQuiz.startPage);
  await person.answers([1, 2]);
  await person.sees(3);
  await expect(page).toHaveURL(/[?&]q=fhn3(&|$)/);
  await expect(page).toHaveTitle(/3/);
  await person.goesBack();
  await person.sees(2);
  await person.reloads();
  await person.sees(2);
  expect(await person.chosen()).toBe(2);
});

test("a double click goes on by one question", async ({ person, api, page }) => {
  await person.begins(api.openQuiz.startPage);
  await person.chooses(1);
  await person.continueButton.dblclick();
  await person.sees(2);
  await expect(page.getByRole("alert")).toBeHidden();
});

test("the question that comes has the focus, from the top of the page", async ({ page, person, api }) => {
  await page.setViewportSize({ width: 360, height: 400 });
  await person.begins(api.openQuiz.startPage);
  await person.answers([5]);
  await person.sees(2);
  await expect(person.heading).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
