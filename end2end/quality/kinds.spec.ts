// Every kind of question as it stands and with its error: rules that a machine can check, and the layout, in windows of
// many widths, in light and dark, from left to right and from right to left, and in colours that the system forces.
import type { Page } from "@playwright/test";
import { Answering } from "../support/answering.ts";
import { EVERY_KIND, KINDS } from "../support/assessments.ts";
import { expectAccessible } from "../support/axe.ts";
import { expectSoundLayout } from "../support/layout.ts";
import { expect, test } from "../support/test.ts";

const WIDTHS = [320, 640, 768, 1280];

async function looks(page: Page, hasError = false): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    await expectSoundLayout(page);
    if (width === 320 || (width === 1280 && !hasError)) await expectAccessible(page);
  }
  await page.emulateMedia({ forcedColors: "active" });
  await expectSoundLayout(page);
  expect(await page.evaluate(unseen), "every control has an edge of its own").toEqual([]);
  await page.emulateMedia({ forcedColors: "none" });
}

/** Runs in the page: controls without an edge that forced colours leave, on a ground that they take away. */
function unseen(): string[] {
  const shown = [...document.querySelectorAll("main :is(label.option, select, textarea, input.entry, button.button)")].filter((element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  const hasEdge = (element: Element) => {
    const { borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(element);
    return outlineStyle !== "none" || (borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) > 0);
  };
  return shown.filter((element) => !hasEdge(element)).map((element) => element.outerHTML);
}

for (const tag of ["en", "ar"]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${tag}, ${colorScheme}`, () => {
      test.use({ colorScheme });
      test.describe.configure({ timeout: 120_000 });

      test("every kind and its error", async ({ page, person, scripted, api, watch }) => {
        watch.allow(/status of 422/);
        const quiz = await api.create(EVERY_KIND);
        const answering = new Answering(page, person, scripted);
        await answering.begins(`${quiz.startPage}?lang=${tag}`);
        for (const [{ id, kind, required }, given] of KINDS) {
          expect(await answering.current()).toBe(id);
          await looks(page);
          if (kind !== "statement") {
            // An optional question takes nothing amiss but what has the wrong form.
            if (required === false) await answering.fills({ write: "nowhere" });
            // Past the program, so that the server makes the page.
            await answering.form.evaluate((form) => (form as HTMLFormElement).submit());
            await expect(page.getByRole("alert").filter({ visible: true })).not.toBeEmpty();
            await person.settles();
            expect(await answering.current()).toBe(id);
            await looks(page, true);
          }
          await answering.fills(given);
          await answering.continues();
          await answering.comesTo((next) => next !== id);
        }
        // The answers once more.
        await looks(page);
      });
    });
  }
}
