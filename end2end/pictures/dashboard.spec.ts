// The dashboard's pictures of the documentation, made anew when UPDATE_SCREENSHOTS is set: each page on a desktop, in
// light and dark, and on a phone.
import type { Page } from "@playwright/test";
import { EXAMPLE } from "../support/assessments.ts";
import { test } from "../support/dashboard.ts";
import { take } from "../support/picture.ts";

const PEOPLE = 10;

const LOOKS = [
  ["", { width: 1100, height: 720 }, "light"],
  ["-dark", { width: 1100, height: 720 }, "dark"],
  ["-phone", { width: 390, height: 760 }, "light"],
] as const;

/** Takes each of these pages, by the name of its picture. */
async function look(page: Page, pages: Record<string, string>): Promise<void> {
  for (const [suffix, viewport, colorScheme] of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    for (const [name, address] of Object.entries(pages)) {
      await page.goto(address);
      if (address.includes("/edit")) await page.locator("#editor.ed-live").waitFor();
      await page.waitForLoadState("networkidle");
      await take(page, `dashboard-${name}${suffix}`);
    }
  }
}

test("a quiz in the dashboard", async ({ page, api }) => {
  test.setTimeout(180_000);
  const quiz = await api.create({ name: "Money check-up" });
  const people: string[] = [];
  for (let person = 0; person < PEOPLE; person += 1) {
    // Some are well off in most things, some in few, and all differ from one thing to the next.
    const standing = (person * 7) % 5;
    const answers = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => 1 + ((standing + ((person * 3 + at) % 2)) % 4));
    people.push(await api.submit(quiz, "en", answers));
  }
  const at = `/admin/ns/${quiz.namespace}/quizzes/${quiz.id}`;
  await look(page, {
    overview: at,
    answers: `${at}/answers?state=completed`,
    person: `${at}/answers/${people[0]}`,
    insights: `${at}/insights`,
    share: `${at}/share`,
    exports: `${at}/exports`,
  });

  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  await page.goto(`${at}/insights`);
  await take(page, "dashboard-insights-print");
});

test("the tabs of the editor", async ({ page, api }) => {
  test.setTimeout(180_000);
  const quiz = await api.create(EXAMPLE);
  const at = `/admin/ns/${quiz.namespace}/quizzes/${quiz.id}/edit`;
  const tabs = ["scoring", "languages", "look", "settings", "history"].map((tab) => [tab, `${at}/${tab}`]);
  await look(page, { questions: at, ...Object.fromEntries(tabs) });
});
