// Every kind of question as it stands and with its error: rules that a machine can check, and the layout, in windows of
// many widths, in light and dark, from left to right and from right to left, and in colours that the system forces.
import type { Page } from "@playwright/test";
import { Answering } from "../support/answering.ts";
import { EVERY_KIND, KINDS } from "../support/assessments.ts";
import { expectAccessible } from "../support/axe.ts";
import { expectSoundLayout } from "../support/layout.ts";
import { expect, test } from "../support/test.ts";

const WIDTHS = [320, 640, 768, 1280];

async function looks(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    await expectSoundLayout(page);
    if (width === 320 || width === 1280) await expectAccessible(page);
  }
  await page.emulateMedia({ forcedColors: "active" });
  await expectSoundLayout(page);
  const invisible = await page.locator("main :is(input:not([type=hidden]), select, textarea, button)").evaluateAll((all) =>
    all
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => {
        const { color, backgroundColor, borderStyle } = getComputedStyle(element);
        return color === backgroundColor && borderStyle === "none";
      })
      .map((element) => element.outerHTML),
  );
  expect(invisible, "nothing is drawn in the colour of its ground").toEqual([]);
  await page.emulateMedia({ forcedColors: "none" });
}

for (const tag of ["en", "ar"]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${tag}, ${colorScheme}`, () => {
      test.use({ colorScheme, javaScriptEnabled: false });
      test.describe.configure({ timeout: 120_000 });

      test("every kind and its error", async ({ page, person, api, watch }) => {
        watch.allow(/status of 422/);
        const quiz = await api.create(EVERY_KIND);
        const answering = new Answering(page, person, false);
        await answering.begins(`${quiz.startPage}?lang=${tag}`);
        for (const [question, given] of KINDS) {
          expect(await answering.current()).toBe(question.id);
          await looks(page);
          if (question.kind !== "statement") {
            // What an optional question takes amiss is an answer of the wrong form.
            if (question.required === false) await answering.fills({ write: "nowhere" });
            await answering.continues();
            await expect(page.getByRole("alert")).toBeVisible();
            expect(await answering.current()).toBe(question.id);
            await looks(page);
          }
          await answering.fills(given);
          await answering.continues();
          await answering.comesTo((id) => id !== question.id);
        }
        // The answers once more.
        await looks(page);
      });
    });
  }
}
