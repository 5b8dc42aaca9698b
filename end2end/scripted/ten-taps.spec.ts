// A respondent on a phone: ten taps from the start page to the result, and no scrolling.
import type { Locator, Page } from "@playwright/test";
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });

/** The element is entirely in view and nothing covers it. */
async function expectInReach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 1 });
  const isCovered = await target.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const corners = [[left + 8, top + 8], [right - 8, bottom - 8], [(left + right) / 2, (top + bottom) / 2]] as const;
    return corners.some(([x, y]) => !element.contains(document.elementFromPoint(x, y)));
  });
  expect(isCovered, "something lies on it").toBe(false);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
}

test("ten taps lead from the start page to the result, without scrolling", async ({ page, person, api }) => {
  let taps = 0;
  const tap = async (target: Locator) => {
    await expectInReach(page, target);
    await target.tap();
    taps += 1;
  };
  await person.opens(api.openQuiz.startPage);
  await tap(person.startButton);
  for (const [index, code] of MIXED.entries()) {
    await person.sees(index + 1);
    const labels = page.locator("label.option").filter({ visible: true });
    for (const label of await labels.all()) await expectInReach(page, label);
    // Reading time.
    await page.waitForTimeout(620);
    await tap(labels.nth(code - 1));
  }
  await expect(person.options.nth(MIXED[7]! - 1)).toBeChecked();
  await tap(person.continueButton);
  await person.seesResult();
  expect(taps).toBe(10);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(await api.savedCodes(api.openQuiz, person.id)).toEqual(MIXED);
});
