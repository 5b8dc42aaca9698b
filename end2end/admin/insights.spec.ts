// The figures of a quiz of every kind: accessible in both schemes and at both widths, and complete without scripts.
import type { Locator, Page } from "@playwright/test";
import { ALL_FIGURES, answersOf } from "../support/assessments.ts";
import { expect, test } from "../support/dashboard.ts";

/** Fails if anything overflows the window horizontally. */
async function fitsItsWidth(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(beyond, `the width of ${page.url()}`).toBeLessThanOrEqual(0);
}


test("charts of a quiz in Arabic run from right to left", async ({ page, api, checkPage }) => {
  const quiz = await api.create({
    name: "الصحة",
    language: "ar",
    questions: [
      { id: "energy", kind: "scale", text: "ما طاقتك؟", from: 1, to: 5 },
      {
        id: "grid",
        kind: "matrix",
        text: "قيّم كل عبارة؟",
        from: 1,
        to: 3,
        rows: [
          { id: "one", text: "الأولى (أ)" },
          { id: "two", text: "الثانية" },
        ],
      },
    ],
  } as unknown as Parameters<typeof api.create>[0]);
  for (const number of [1, 2, 3]) {
    await api.submitAll(quiz, "ar", { energy: number, grid_one: 1, grid_two: number });
  }
  await page.goto(`/admin/ns/${quiz.namespace}/quizzes/${quiz.id}/insights`);
  const figure = (title: string) => page.locator(".figure", { has: page.getByRole("heading", { name: title }) });
  const box = async (locator: Locator) => {
    const found = await locator.boundingBox();
    if (!found) throw new Error(`${locator} is not drawn`);
    return { left: found.x, right: found.x + found.width, top: found.y, bottom: found.y + found.height };
  };

  // Columns: the axis and its numbers are at the right, next to the first column.
  const columns = figure("ما طاقتك؟").locator(".drawing");
  const [first, last] = [await box(columns.locator(".bar-reach").first()), await box(columns.locator(".bar-reach").last())];
  expect(first.left).toBeGreaterThan(last.right);
  const zero = await box(columns.locator(".chart-text", { hasText: /^0$/ }).first());
  expect(zero.left).toBeGreaterThan(first.left);
  const drawing = await box(columns);
  expect(zero.right).toBeLessThanOrEqual(drawing.right + 1);

  // Stacked rows: the name ends at the right, where its bar begins with the first part.
  const stacked = figure("قيّم كل عبارة؟").locator(".drawing");
  const name = await box(stacked.locator(".chart-name").last());
  const parts = stacked.locator("a.bar");
  const [one, three] = [await box(parts.nth(1).locator("rect")), await box(parts.last().locator("rect"))];
  expect(one.left).toBeGreaterThanOrEqual(three.right - 1);
  expect(Math.abs(name.right - one.right)).toBeLessThan(3);
  expect(name.bottom).toBeLessThanOrEqual(one.top + 4);
  await checkPage(page);
  await fitsItsWidth(page);
});

test("figures of every kind, texts, and reports are accessible and fit", async ({ page, api, checkPage, isMobile }) => {
  test.setTimeout(180_000);
  const quiz = await api.create(ALL_FIGURES);
  for (let person = 0; person < 12; person += 1) await api.submitAll(quiz, "en", answersOf(person));
  await api.begin(quiz, "en");
  const at = `/admin/ns/${quiz.namespace}/quizzes/${quiz.id}`;
  const pages = [
    "/insights",
    "/insights?band=high&rows=q.colour&columns=q.energy",
    "/insights/texts/wish",
    "/insights/texts/wish?find=snow",
    "/insights/reports",
  ];
  for (const path of pages) {
    await page.goto(`${at}${path}`);
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
    await fitsItsWidth(page);
    for (const viewport of isMobile ? [{ width: 360, height: 740 }] : [{ width: 1440, height: 900 }, { width: 390, height: 800 }]) {
      await page.setViewportSize(viewport);
      await checkPage(page);
      await fitsItsWidth(page);
    }
  }

  // With a comparison the form is open and covers nothing on a phone.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${at}${pages[1]}`);
  await expect(page.locator("#filter")).toHaveAttribute("open");
  await expect(page.locator("#filter")).toHaveCSS("position", "static");

  // A text is found and links to its respondent.
  await page.goto(`${at}/insights`);
  await page.getByRole("link", { name: "Read and search these answers" }).click();
  await page.getByLabel("Search in these texts").fill("WISH 11");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("1 text", { exact: true })).toBeVisible();
  await expect(page.getByText("Wish 11: أمنية")).toBeVisible();

  // The report is created, published and opened without a session.
  await page.goto(`${at}/insights/reports`);
  await page.getByLabel("Title").fill("For the board");
  await page.getByLabel("Hide groups of fewer people than").fill("5");
  await page.getByRole("button", { name: "Create report" }).click();
  const link = new URL(await page.locator("#report-link").inputValue()).pathname;
  await page.goto(link);
  await expect(page.getByText("There is nothing to show at the moment.")).toBeVisible();
  await checkPage(page);
  await api.change(quiz, { status: "closed" });
  await page.goto(`${at}/insights/reports`);
  await page.getByRole("button", { name: "Publish the report: For the board" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The figures are published." })).toBeVisible();
  const older = page.locator("details").filter({ hasText: "no new numbers" });
  if ((await older.count()) > 0) await older.locator("summary").click();
  await checkPage(page);
  await fitsItsWidth(page);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "For the board" })).toBeVisible();
  await expect(page.getByText("Published on")).toBeVisible();
  await expect(page.getByText("12 responses").first()).toBeVisible();
  await checkPage(page);
  await fitsItsWidth(page);
});

test("a bar tells its value when it is pointed at and when it has the focus", async ({ page, api }) => {
  const quiz = await api.create({
    name: "Values",
    language: "en",
    questions: [
      { id: "energy", kind: "scale", text: "Energy?", from: 1, to: 3 },
      {
        id: "grid",
        kind: "matrix",
        text: "A grid?",
        options: ["Strongly disagree with this", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree with this"].map(
          (label) => ({ label }),
        ),
        rows: [
          { id: "one", text: "One" },
          { id: "two", text: "Two" },
        ],
      },
    ],
  } as unknown as Parameters<typeof api.create>[0]);
  for (const number of [1, 2, 3]) {
    await api.submitAll(quiz, "en", { energy: Math.min(number, 2), grid_one: number, grid_two: number });
  }
  await page.goto(`/admin/ns/${quiz.namespace}/quizzes/${quiz.id}/insights`);
  const figure = (title: string) => page.locator(".figure", { has: page.getByRole("heading", { name: title }) });
  const value = (bar: Locator) => bar.locator("xpath=following-sibling::*[1]");

  const parts = figure("A grid?").locator("a.bar");
  await expect(value(parts.nth(1))).toHaveText("Disagree: 1 of 3 · 33 %");
  await expect(value(parts.nth(1))).toHaveCSS("opacity", "0");
  await parts.nth(1).hover();
  await expect(value(parts.nth(1))).toHaveCSS("opacity", "1");
  await parts.nth(1).focus();
  await page.keyboard.press("Tab");
  await expect(value(parts.nth(2))).toHaveText("Neither agree nor disagree: 1 of 3 · 33 %");
  await expect(value(parts.nth(2))).toHaveCSS("opacity", "1");

  const columns = figure("Energy?").locator("a.bar");
  await expect(value(columns.nth(1))).toHaveText("2 of 3");
  await columns.nth(1).hover();
  await expect(value(columns.nth(1))).toHaveCSS("opacity", "1");
  await expect(columns.nth(1).locator("xpath=following-sibling::*[2]")).toHaveCSS("opacity", "0");

  // The key shows every name in full, within its card.
  const key = figure("A grid?").locator(".key-part");
  await expect(key).toHaveCount(5);
  await expect(key.last()).toHaveText("Strongly agree with this");
  const card = (await figure("A grid?").boundingBox())!;
  for (const name of await key.all()) {
    const box = (await name.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(card.x);
    expect(box.x + box.width).toBeLessThanOrEqual(card.x + card.width);
  }
  await fitsItsWidth(page);
});

test("paper names the period and the moment of printing", async ({ page, api }) => {
  const quiz = await api.create({
    name: "Paper",
    language: "en",
    questions: [{ id: "energy", kind: "scale", text: "Energy?", from: 1, to: 3 }],
  } as unknown as Parameters<typeof api.create>[0]);
  await api.submitAll(quiz, "en", { energy: 1 });
  await page.goto(`/admin/ns/${quiz.namespace}/quizzes/${quiz.id}/insights?from=2026-11-01&to=2026-11-30`);
  const printed = page.locator(".printed");
  await expect(printed).toHaveText(/^1–30 Nov 2026, as of \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC$/);
  await expect(printed).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(printed).toBeVisible();
  await expect(page.locator("#filter")).toBeHidden();
});

test("a page that was counting asks no more once all is counted", async ({ page, api, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, "only scripts ask again");
  const quiz = await api.create({
    name: "Counted",
    language: "en",
    questions: [{ id: "energy", kind: "scale", text: "Energy?", from: 1, to: 3 }],
  } as unknown as Parameters<typeof api.create>[0]);
  await api.submitAll(quiz, "en", { energy: 1 });
  let asked = 0;
  await page.route(
    (url) => url.pathname.endsWith("/insights"),
    async (route) => {
      asked += 1;
      const response = await route.fetch();
      const body = await response.text();
      // The first reply is that of a count in progress.
      const counting = body.replace('<div id="figures">', '<div id="figures" data-live="1"><p>Nearly there</p>');
      await route.fulfill({ response, body: asked === 1 ? counting : body });
    },
  );
  await page.goto(`/admin/ns/${quiz.namespace}/quizzes/${quiz.id}/insights?language=en`);
  await expect(page.getByText("Nearly there")).toHaveCount(0);
  await expect(page.locator(".figure").first()).toBeVisible();
  await page.waitForTimeout(3_500);
  expect(asked).toBe(2);
});
