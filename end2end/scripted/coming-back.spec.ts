// Coming back: in another tab, after the browser has discarded the page, as another person.
import type { Page } from "@playwright/test";
import { Host } from "../support/host.ts";
import { cut } from "../support/network.ts";
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

const DAY = 24 * 3600 * 1000;

/** Ages everything in local storage by some days. */
async function ages(page: Page, days: number): Promise<void> {
  await page.evaluate((time) => {
    for (const [name, value] of Object.entries(localStorage)) {
      if (!/^(unsent|place) /.test(name)) continue;
      const found = JSON.parse(value as string);
      localStorage.setItem(name, JSON.stringify({ ...found, until: found.until - time }));
    }
  }, days * DAY);
}

const keptNames = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((name) => /^(unsent|place) /.test(name)));

for (const days of [6, 8]) {
  test(`answers that could not be sent are ${days < 7 ? "there" : "gone"} ${days} days after the tab was thrown away`, async ({ page, person, words, api, watch }) => {
    watch.allow(/ERR_CONNECTION_REFUSED/);
    await person.begins(api.openQuiz.startPage);
    await person.answers([1]);
    await person.sees(2);
    await expect(person.saveStatus).toHaveText(words.saved);
    expect(await keptNames(page)).toEqual([]);
    await cut(page);
    await person.answers([2, 3, 4], 2);
    await person.sees(5);
    const link = api.openQuiz.pageOf(person.id);
    // Like a browser that discards a tab to free memory: the page is not notified and cannot send anything.
    const later = await person.inAnotherTab();
    await page.close();
    await later.opens(api.openQuiz.startPage);
    await ages(later.page, days);
    await later.opens(link);
    if (days < 7) {
      await later.sees(5);
      await expect(later.saveStatus).toHaveText(words.saved);
      expect((await api.savedCodes(api.openQuiz, later.id)).slice(0, 5)).toEqual([1, 2, 3, 4, null]);
      await later.goesBack();
      await later.sees(4);
      expect(await later.chosen()).toBe(4);
    } else {
      await later.sees(2);
      expect((await api.savedCodes(api.openQuiz, later.id)).slice(0, 2)).toEqual([1, null]);
    }
    await expect.poll(() => keptNames(later.page)).toEqual([]);
  });
}

test("a result that was waited for when the tab was thrown away comes at last", async ({ page, person, words, api, watch }) => {
  watch.allow(/ERR_CONNECTION_REFUSED/);
  await person.begins(api.openQuiz.startPage);
  await person.answers(MIXED.slice(0, 7));
  await person.sees(8);
  await expect(person.saveStatus).toHaveText(words.saved);
  await cut(page);
  await person.answers(MIXED.slice(7), 8);
  await expect(person.saveStatus).toHaveText(words.resultWaits);
  const link = api.openQuiz.pageOf(person.id);
  const later = await person.inAnotherTab();
  await page.close();
  await later.page.goto(link);
  await later.seesResult();
  expect((await api.record(api.openQuiz, later.id)).score).toBe(73);
  expect(await keptNames(later.page)).toEqual([]);
});

test("a place that is kept leads back from another tab, to the result too, and can be given up", async ({ page, person, words, api }) => {
  const quiz = await api.create({ name: "Money check-up" });
  await person.begins(quiz.startPage);
  await page.getByText(words.leave).click();
  const box = page.getByRole("checkbox", { name: words.keepPlace });
  await expect(box).not.toBeChecked();
  await expect(page.getByRole("link", { name: words.notYou })).toBeHidden();
  await box.check();
  await expect(page.getByRole("link", { name: words.notYou })).toBeVisible();
  await person.answers(MIXED.slice(0, 1));
  await person.sees(2);
  await expect(person.saveStatus).toHaveText(words.saved);
  const { id } = person;
  await page.close();

  const later = await person.inAnotherTab();
  await later.opens(quiz.startPage);
  await later.page.getByRole("link", { name: words.resume }).click();
  await later.sees(2);
  expect(later.id).toBe(id);
  await later.page.getByText(words.leave).click();
  await expect(later.page.getByRole("checkbox", { name: words.keepPlace })).toBeChecked();
  await later.answers(MIXED.slice(1), 2);
  await later.seesResult();
  await later.page.close();

  const last = await person.inAnotherTab();
  await last.opens(quiz.startPage);
  await last.page.getByRole("link", { name: words.seeResult }).click();
  await last.seesResult();
  await last.page.getByRole("link", { name: words.notYou }).click();
  await expect(last.startButton).toBeVisible();
  await expect(last.page.getByRole("link", { name: words.seeResult })).toBeHidden();
  expect(await keptNames(last.page)).toEqual([]);
});

test("a place is kept for seven days, and not after its box is emptied", async ({ page, person, words, api }) => {
  await person.begins(api.openQuiz.startPage);
  await page.getByText(words.leave).click();
  const box = page.getByRole("checkbox", { name: words.keepPlace });
  await box.check();
  const other = await person.inAnotherTab();
  const offered = async () => {
    await other.opens(api.openQuiz.startPage);
    await expect(other.startButton).toBeVisible();
    return other.page.getByRole("link", { name: words.resume }).isVisible();
  };
  expect(await offered()).toBe(true);
  await box.uncheck();
  expect(await offered()).toBe(false);
  await box.check();
  await ages(page, 8);
  expect(await offered()).toBe(false);
  expect(await keptNames(page)).toEqual([]);
});

test("a browser that has not begun the answers is asked first, once", async ({ page, person, words, api, language }) => {
  const question = page.getByRole("dialog", { name: words.continueThese });
  const link = api.openQuiz.pageOf(await api.begin(api.openQuiz, language));
  await page.goto(link);
  await expect(question).toBeVisible();
  // The backdrop is opaque: the other person's answers must not show through.
  const ground = await question.evaluate((dialog) => getComputedStyle(dialog, "::backdrop").backgroundColor);
  expect(ground).toMatch(/^rgb\(/);
  await question.getByRole("link", { name: words.startNew }).click();
  await expect(person.startButton).toBeVisible();
  await expect(page.getByRole("link", { name: words.resume })).toBeHidden();
  await page.goto(link);
  await question.getByRole("button").click();
  await expect(question).toBeHidden();
  await person.sees(1);
  await page.reload();
  await person.settles();
  await expect(question).toBeHidden();
  await person.answers([1]);
  await person.sees(2);
});

test("a second tab of the same browser is known while the first is open", async ({ page, person, words, api, language }) => {
  const link = api.openQuiz.pageOf(await api.begin(api.openQuiz, language));
  await page.goto(link);
  await page.getByRole("dialog", { name: words.continueThese }).getByRole("button").click();
  const other = await person.inAnotherTab();
  await other.page.goto(link);
  await expect.poll(() => other.page.evaluate(() => Object.keys(sessionStorage).join())).toContain("unfinished");
  await expect(other.page.locator("dialog[open]")).toHaveCount(0);
  expect(await other.page.evaluate(() => JSON.stringify(localStorage))).toBe(await page.evaluate(() => JSON.stringify(localStorage)));
  expect(await page.evaluate(() => localStorage.getItem("tabs"))).toBeNull();
  await other.page.close();
  await page.close();
  // Nothing is kept once the tabs are closed.
  const last = await person.inAnotherTab();
  await last.page.goto(link);
  await expect(last.page.getByRole("dialog", { name: words.continueThese })).toBeVisible();
});

test("those who begin before any script has come are not asked", async ({ page, person, api }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/kept*.js", async (route) => {
    await released;
    return route.continue();
  });
  await page.goto(api.openQuiz.startPage, { waitUntil: "domcontentloaded" });
  await person.startButton.click();
  await expect(page).toHaveURL(/q=fhn1/);
  release();
  await expect(page.locator("label.tapping")).toBeVisible();
  await expect(page.locator("dialog[open]")).toHaveCount(0);
});

test("neither those who begin are asked, nor an app, nor a page around the quiz", async ({ page, person, words, api, language }) => {
  const question = (on: Page) => on.locator("dialog[open]");
  await page.goto(api.openQuiz.startPage);
  await person.startButton.click();
  await expect(page.locator("label.tapping")).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  const again = await api.create({ name: "Again", retryAfterDays: 0 });
  await page.goto(again.pageOf(await api.submit(again, language, MIXED)));
  await page.getByRole("button", { name: words.takeItAgain }).click();
  await expect(page.locator("label.tapping")).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  // The same holds after a visit to the earlier result.
  await page.getByRole("link", { name: words.earlierResult }).click();
  await page.getByRole("link", { name: words.latest }).click();
  await expect(page.locator("label.tapping")).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await page.goto(api.inAppQuiz.pageInApp(`visitor-${Math.random()}`, "&start=1"));
  await expect(page.locator("label.tapping")).toBeVisible();
  await expect(page.locator("dialog")).toHaveCount(0);
  await page.locator(".leaving summary").click();
  await expect(page.getByRole("checkbox", { name: words.keepPlace })).toHaveCount(0);

  const host = await Host.start();
  const framed = await api.create({ name: "Framed", allowedOrigins: [host.origin] });
  host.frames(framed.pageOf(await api.begin(framed, language)));
  await page.goto(host.origin);
  const frame = page.frameLocator("iframe");
  await expect(frame.locator("label.tapping")).toBeVisible();
  await expect(frame.locator("dialog[open]")).toHaveCount(0);
  await frame.locator(".leaving summary").click();
  await expect(frame.getByRole("checkbox", { name: words.keepPlace })).toBeHidden();
  await host.stop();
});
