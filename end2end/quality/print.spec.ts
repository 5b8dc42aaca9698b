// The printed result: few pages, nothing cut off, in both languages.
import type { Page } from "@playwright/test";
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

/** Two cards fit on a page; there is one card for each of the eight questions. */
const MOST_PAGES = 4;

/** Counts the page objects of the PDF, without the page tree (`/Pages`). */
async function pagesOf(page: Page, format: "A4" | "Letter"): Promise<number> {
  const file = await page.pdf({ format, preferCSSPageSize: true });
  return file.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

for (const locale of ["en-GB", "es-ES"]) {
  test.describe(locale, () => {
    test.use({ locale });

    for (const [name, codes] of [
      ["mixed", MIXED],
      ["all focus areas", [5, 5, 5, 5, 4, 5, 6, 5]],
      ["all strengths", [1, 1, 1, 1, 1, 1, 1, 1]],
    ] as const) {
      test(`a result of ${name} takes at most a page for two cards`, async ({ page, person, api, language }) => {
        await person.opens(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, [...codes])));
        for (const format of ["A4", "Letter"] as const) {
          const pages = await pagesOf(page, format);
          expect(pages, format).toBeGreaterThan(1);
          expect(pages, format).toBeLessThanOrEqual(MOST_PAGES);
        }
      });
    }

    test("help links take no page more", async ({ page, person, api, language }) => {
      const help = ["Free debt advice", "Food bank", "Crisis line"].map((label) => ({ label, url: "tel:+15550100" }));
      const quiz = await api.create({ name: "Help", about: { help } });
      await person.opens(quiz.pageOf(await api.submit(quiz, language, [5, 5, 5, 5, 4, 5, 6, 5])));
      expect(await pagesOf(page, "A4")).toBeLessThanOrEqual(MOST_PAGES);
    });

    test("nothing is wider than the paper, and all that is folded is there to read", async ({ page, person, api, language }) => {
      // The width of A4 between its margins.
      await page.setViewportSize({ width: 672, height: 1000 });
      await page.emulateMedia({ media: "print" });
      await person.opens(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, MIXED)));
      const tooWide = await page.evaluate(() => {
        const width = document.documentElement.clientWidth;
        const elements = [...document.querySelectorAll("main *")];
        return elements.filter((element) => element.getBoundingClientRect().right > width + 1).map((element) => element.outerHTML);
      });
      expect(tooWide).toEqual([]);
      for (const step of await page.getByRole("article").getByRole("listitem").all()) await expect(step).toBeVisible();
      await expect(page.getByRole("article").getByRole("listitem")).toHaveCount(await page.locator(".steps li").count());
    });
  });
}
