// Scripted features of the result page.
import type { Page } from "@playwright/test";
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

test("the link is copied", async ({ page, person, words, api, language, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const link = api.openQuiz.pageOf(await api.submit(api.openQuiz, language, MIXED));
  await person.opens(link);
  await page.getByRole("button", { name: words.copy }).click();
  await expect(page.getByRole("main").getByRole("status")).toHaveText(words.copied);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
});

test("where copying is refused the link is marked, ready to be copied by hand", async ({ page, person, words, api, language }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  const link = api.openQuiz.pageOf(await api.submit(api.openQuiz, language, MIXED));
  await person.opens(link);
  await page.getByRole("button", { name: words.copy }).click();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(link);
  await expect(page.getByRole("main").getByRole("status")).not.toHaveText(/^$|^Cop/);
});

test("ticks last on this device, on paper too, and belong to one result", async ({ page, person, words, api, language }) => {
  const [one, other] = [await api.submit(api.openQuiz, language, MIXED), await api.submit(api.openQuiz, language, MIXED)];
  await person.opens(api.openQuiz.pageOf(one));
  const boxes = page.getByRole("checkbox");
  await boxes.first().check();
  await page.getByText(words.moreSteps).click();
  await boxes.nth(2).check();
  await boxes.nth(3).check();
  await boxes.nth(3).uncheck();
  await person.reloads();
  expect(await ticked(page)).toEqual([0, 2]);
  await page.emulateMedia({ media: "print" });
  await expect(boxes.nth(2)).toBeVisible();
  await expect(boxes.nth(2)).toBeChecked();
  // The storage key does not identify the respondent.
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  expect(kept).not.toContain(one);

  await person.opens(api.openQuiz.pageOf(other));
  expect(await ticked(page)).toEqual([]);
});

test("where nothing can be kept, nothing is promised", async ({ page, person, words, api, language }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("no", "SecurityError"); } });
  });
  await person.opens(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, MIXED)));
  await page.getByText(words.moreSteps).click();
  await page.getByRole("checkbox").first().check();
  await expect(page.locator(".ticks-note")).toHaveCount(0);
  await expect(page.getByRole("button", { name: words.copy })).toBeVisible();
});

for (const [name, canShare] of [["is offered where the browser can", true], ["is absent where it cannot", false]] as const) {
  test(`sharing ${name}`, async ({ page, person, words, api, language }) => {
    await page.addInitScript((canShare) => {
      const shared: unknown[] = [];
      Object.assign(window, { shared });
      const share = async (what: unknown) => void shared.push(what);
      Object.assign(Navigator.prototype, canShare ? { share, canShare: () => true } : {});
    }, canShare);
    const link = api.openQuiz.pageOf(await api.submit(api.openQuiz, language, MIXED));
    await person.opens(link);
    await expect(page.getByRole("button", { name: words.copy })).toBeVisible();
    const share = page.getByRole("button", { name: words.share, exact: true });
    await expect(share).toHaveCount(canShare ? 1 : 0);
    if (!canShare) return;
    await share.click();
    const { name: title } = await api.publicQuiz(api.openQuiz, language);
    expect(await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)).toEqual([{ title, url: link }]);
  });
}

/** The indexes of the ticked boxes, including folded ones. */
function ticked(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLInputElement>(".steps input")];
    return boxes.flatMap((box, index) => (box.checked ? [index] : []));
  });
}
