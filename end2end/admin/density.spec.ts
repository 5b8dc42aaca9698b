// Density of lists: the first answers stand near the top, and many are in view.
import type { Page } from "@playwright/test";
import { DESKTOP, expect, expectToFit, PHONE, test } from "../support/dashboard.ts";
import { NAMESPACE } from "../support/server.ts";

/** More than one page of the table. */
const RESPONSES = 44;
/** Bytes of a page's HTML. */
const LARGEST = 40 * 1024;
/** Maximum pixels above the first row. */
const ABOVE = 200;

/** The top of the first row, and the number of rows that are entirely within the window. */
function rows(page: Page): Promise<{ first: number; inView: number }> {
  return page.locator("main tbody").first().evaluate((body) => {
    const boxes = [...body.querySelectorAll("tr")].map((row) => row.getBoundingClientRect());
    return { first: boxes[0]!.top, inView: boxes.filter(({ bottom }) => bottom <= window.innerHeight).length };
  });
}

test("fifteen answers are in view on a desktop and five on a phone, the first at most 200 px from the top", async ({ page, api }) => {
  const quiz = await api.create({ name: "Many answers, in a quiz whose name is longer than a phone is wide" });
  for (let response = 0; response < RESPONSES; response += 1) {
    await api.submit(quiz, "en", [1, 2, 3, 4, 1, 2, 3, 1 + (response % 4)]);
  }
  const answers = `/admin/ns/${NAMESPACE}/quizzes/${quiz.id}/answers`;
  for (const [size, expected] of [[DESKTOP, 15], [PHONE, 5]] as const) {
    await page.setViewportSize(size);
    for (const view of ["", "?state=completed&band=coping&version=1&language=en"]) {
      const reply = await page.goto(answers + view);
      expect((await reply!.body()).length, "bytes of a full page").toBeLessThan(LARGEST);
      await expectToFit(page);
      const search = (await page.getByRole("searchbox").boundingBox())!;
      expect(search.width, "a name can be read while it is typed").toBeGreaterThan(120);
      const { first, inView } = await rows(page);
      console.log(`answers${view && " with chips"} at ${size.width}: first row at ${Math.round(first)}, ${inView} in view`);
      expect(first, `${size.width}, ${view}`).toBeLessThanOrEqual(ABOVE);
      expect(inView, `${size.width}, ${view}`).toBeGreaterThanOrEqual(expected);
    }
  }
});

test("what was exported, who is invited and what was done stand near the top of a desktop", async ({ page, api }) => {
  const quiz = await api.create({ name: "For members", anonymous: false });
  for (let number = 0; number < 12; number += 1) await api.invite(quiz, { name: `Person ${number}` });
  const at = `/admin/ns/${NAMESPACE}/quizzes/${quiz.id}`;
  await page.goto(`${at}/exports`);
  await page.getByRole("button", { name: "Export" }).click();
  await page.setViewportSize(DESKTOP);
  for (const address of [`/admin/ns/${NAMESPACE}`, `/admin/ns/${NAMESPACE}/audit`, `${at}/exports`, `${at}/share`]) {
    await page.goto(address);
    const { first, inView } = await rows(page);
    console.log(`${address.replace(at, "")}: first row at ${Math.round(first)}, ${inView} in view`);
    expect(first, address).toBeLessThanOrEqual(address.endsWith("/share") ? 300 : ABOVE);
  }
});
