// Small windows and large text: everything keeps its place.
import type { Page } from "@playwright/test";
import { expectSoundLayout } from "../support/layout.ts";
import { MIXED } from "../support/result.ts";
import { test } from "../support/test.ts";
import type { Person } from "../support/person.ts";
import type { Api } from "../support/api.ts";
import type { Language } from "../support/words.ts";

async function everyPageFits(page: Page, person: Person, api: Api, language: Language, prepare: () => Promise<unknown>) {
  const user = await api.submit(api.openQuiz, language, MIXED);
  for (const address of ["/", api.openQuiz.startPage, api.openQuiz.pageOf(user), "/nowhere"]) {
    await person.opens(address);
    await prepare();
    await expectSoundLayout(page);
  }
  await person.begins(api.openQuiz.startPage);
  for (let number = 1; number <= 8; number += 1) {
    await person.sees(number);
    await prepare();
    await expectSoundLayout(page);
    await person.continues();
    await page.getByRole("alert").waitFor();
    await prepare();
    await expectSoundLayout(page);
    await person.chooses(1);
    await person.continues();
  }
  await person.seesResult();
}

for (const width of [360, 320]) {
  test(`at ${width} pixels everything keeps its place`, async ({ page, person, api, language, watch }) => {
    watch.allow(/status of (404|422)/);
    await page.setViewportSize({ width, height: 640 });
    await everyPageFits(page, person, api, language, async () => {});
  });
}

test("with letters twice as large everything keeps its place", async ({ page, person, api, language, watch }) => {
  watch.allow(/status of (404|422)/);
  await page.setViewportSize({ width: 640, height: 640 });
  const enlarge = () => page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  await everyPageFits(page, person, api, language, enlarge);
});
