// A tap on an answer moves on; a key never does.
import type { Page } from "@playwright/test";
import { Keyboard } from "../support/keyboard.ts";
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

/** Milliseconds from a tap to the next question. */
const MOMENT = 350;

/** Stops the page's clock; from now on only the test advances it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
}

test("a tap shows the choice for a moment, goes on, and is undone by one press of Back", async ({ page, person, words, api }) => {
  await page.clock.install();
  await person.begins(api.openQuiz.startPage);
  await stopClock(page);
  await person.taps(2);
  await page.clock.runFor(MOMENT - 10);
  expect(await person.chosen()).toBe(2);
  await person.sees(1);
  await page.clock.runFor(20);
  await person.sees(2);
  await expect(person.heading).toBeFocused();
  await expect.poll(async () => (await api.savedCodes(api.openQuiz, person.id))[0]).toBe(2);

  await expect(page.getByRole("link", { name: words.back, exact: true })).toBeInViewport();
  await person.goesBack();
  await person.sees(1);
  expect(await person.chosen()).toBe(2);
  // Tapping the same answer again moves on too.
  await page.clock.runFor(600);
  await person.taps(2);
  await page.clock.runFor(MOMENT + 10);
  await person.sees(2);
});

test("a second tap within the moment changes the choice and starts the moment again", async ({ page, person, api }) => {
  await page.clock.install();
  await person.begins(api.openQuiz.startPage);
  await stopClock(page);
  await person.taps(2);
  await page.clock.runFor(MOMENT - 50);
  await person.taps(3);
  await page.clock.runFor(MOMENT - 50);
  await person.sees(1);
  expect(await person.chosen()).toBe(3);
  await page.clock.runFor(60);
  await person.sees(2);
  // A tap so soon was meant for the previous question.
  await person.options.nth(0).click();
  expect(await person.chosen()).toBe(0);
  await page.clock.runFor(MOMENT);
  await person.sees(2);
  await expect.poll(async () => (await api.savedCodes(api.openQuiz, person.id)).slice(0, 2)).toEqual([3, null]);
});

test("a slow second tap at the same place does not answer the next question", async ({ page, person, api }) => {
  await page.clock.install();
  await person.begins(api.openQuiz.startPage);
  await stopClock(page);
  const label = (code: number) => page.locator("label.option").filter({ visible: true }).nth(code - 1);
  const { x, y, height } = (await label(3).boundingBox())!;
  const top = y + height / 2;
  await page.mouse.click(x + 30, top);
  await page.clock.runFor(MOMENT + 10);
  await person.sees(2);
  // The options of this question may be a little higher or lower.
  const boxes = await Promise.all([1, 2, 3, 4, 5].map(async (code) => (await label(code).boundingBox())!));
  const near = boxes.map((box) => Math.min(Math.max(top, box.y + 4), box.y + box.height - 4));
  const place = near.find((here) => Math.abs(here - top) <= 24)!;
  await page.clock.runFor(260);
  await page.mouse.click(x + 30, place);
  expect(await person.chosen()).toBe(0);
  await page.clock.runFor(MOMENT);
  await person.sees(2);
  // By now the tap is intentional.
  await page.mouse.click(x + 30, place);
  expect(await person.chosen()).not.toBe(0);
  await page.clock.runFor(MOMENT + 10);
  await person.sees(3);
});

test("the last question keeps its button", async ({ page, person, words, api }) => {
  await person.begins(api.openQuiz.startPage);
  await person.answersByTapping(MIXED.slice(0, 7));
  await person.taps(1);
  await page.waitForTimeout(2 * MOMENT);
  await person.sees(8);
  await page.getByRole("button", { name: words.finish }).click();
  await person.seesResult();
});

test("keys choose and never go on", async ({ page, person, api }) => {
  const keyboard = new Keyboard(page);
  await person.begins(api.openQuiz.startPage);
  // A number key does nothing while no option has the focus.
  await keyboard.presses("3");
  expect(await person.chosen()).toBe(0);
  await keyboard.tabsTo(person.options.first());
  const choose = async (key: string, code: number) => {
    await keyboard.presses(key);
    await expect(person.options.nth(code - 1)).toBeChecked();
    await expect(person.options.nth(code - 1)).toBeFocused();
  };
  for (const [key, code] of [["3", 3], ["1", 1], ["5", 5], ["ArrowUp", 4], ["Space", 4]] as const) await choose(key, code);
  await keyboard.presses("9", "0", "Control+2", "Alt+2");
  expect(await person.chosen()).toBe(4);
  await page.waitForTimeout(2 * MOMENT);
  await person.sees(1);
  await expect.poll(async () => (await api.savedCodes(api.openQuiz, person.id))[0]).toBe(4);
  await keyboard.presses("Enter");
  await person.sees(2);
});

test("who wants to press Continue turns it off, and this device remembers", async ({ page, person, words, api }) => {
  const preference = page.getByRole("checkbox", { name: words.tapping });
  const staysAfterTapping = async (code: number) => {
    await person.taps(code);
    await page.waitForTimeout(2 * MOMENT);
    await person.sees(1);
    expect(await person.chosen()).toBe(code);
  };
  await person.begins(api.openQuiz.startPage);
  await expect(preference).toBeChecked();
  await preference.uncheck();
  await staysAfterTapping(2);
  await person.reloads();
  await expect(preference).not.toBeChecked();
  await staysAfterTapping(3);
  await preference.check();
  await person.taps(3);
  await person.sees(2);
  await expect(preference).toBeChecked();
});

test("where nothing can be kept the preference holds for the page", async ({ page, person, words, api }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("no", "SecurityError"); } });
  });
  await person.begins(api.openQuiz.startPage);
  await page.getByRole("checkbox", { name: words.tapping }).uncheck();
  await person.taps(2);
  await page.waitForTimeout(2 * MOMENT);
  await person.sees(1);
});

test("it is announced once, and only while it is true", async ({ page, person, words, api }) => {
  const group = person.fields;
  await person.begins(api.openQuiz.startPage);
  await expect(group).toHaveAccessibleDescription(new RegExp(words.tapping));
  await page.getByRole("checkbox", { name: words.tapping }).uncheck();
  await expect(group).not.toHaveAccessibleDescription(new RegExp(words.tapping));
  await page.getByRole("checkbox", { name: words.tapping }).check();
  await person.taps(1);
  await person.sees(2);
  await expect(group).not.toHaveAccessibleDescription(new RegExp(words.tapping));
});
