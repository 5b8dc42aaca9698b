// Leaving the page: a warning when something would be lost, and none otherwise.
import type { Page } from "@playwright/test";
import { cut } from "../support/network.ts";
import { expect, test } from "../support/test.ts";

/** Tries to close the page. Stays and returns true if the browser asks. */
async function isAskedToStay(page: Page): Promise<boolean> {
  const asked = page.waitForEvent("dialog").then(async (dialog) => {
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    return true;
  });
  const left = page.waitForEvent("close").then(() => false);
  await page.close({ runBeforeUnload: true });
  return Promise.race([asked, left]);
}

test("with an unsaved answer the browser asks before leaving", async ({ page, person, words, api, watch }) => {
  watch.allow(/ERR_CONNECTION_REFUSED/);
  await person.begins(api.openQuiz.startPage);
  const connection = await cut(page);
  await person.answers([1]);
  await expect(person.saveStatus).toHaveText(words.notSaved);
  expect(await isAskedToStay(page)).toBe(true);

  await connection.mend();
  await expect(person.saveStatus).toHaveText(words.saved);
  expect(await isAskedToStay(page)).toBe(false);
});

test("with everything saved nobody is asked", async ({ page, person, words, api }) => {
  await person.begins(api.openQuiz.startPage);
  await person.answers([1]);
  await expect(person.saveStatus).toHaveText(words.saved);
  expect(await isAskedToStay(page)).toBe(false);
});
