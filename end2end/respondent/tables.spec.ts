// Tables of questions: the open row, the progress, and the width.
import { expect, test } from "../support/test.ts";
import { WORDS } from "../support/words.ts";

const ROWS = ["Light", "Air", "Noise", "Room", "Chair", "Desk", "Screen", "Team", "Lead", "Pay", "Food", "Way"];
const QUIZ = {
  name: "At work",
  questions: [
    {
      id: "work",
      kind: "matrix" as const,
      text: "How is it at work?",
      rows: ROWS.map((text, at) => ({ id: `r${at}`, text })),
      options: ["Awful", "Bad", "Poor", "Fair", "Good", "Great", "Wonderful"].map((label) => ({ label })),
    },
  ],
};

test("a table counts its rows, leads on, and says in one line what is open", async ({ page, person: visitor, api, scripted, watch }) => {
  const person = visitor.reading(WORDS.en);
  watch.allow(/status of 422/);
  const quiz = await api.create(QUIZ);
  await page.goto(quiz.startPage);
  await person.startButton.click();
  await person.settles();
  const rows = page.locator(".row");
  const count = page.locator(".rows-done");
  const done = () => count.evaluate((line) => getComputedStyle(line.querySelector("span")!, "::before").content);
  await expect(count).toContainText("12");
  for (const at of [0, 1, 2, 3, 4]) await rows.nth(at).locator(".option").nth(3).click();
  expect(await done()).toContain("done");
  await expect(rows.nth(5)).toBeInViewport({ ratio: scripted ? 0.9 : 0 });
  await page.locator(".question .buttons .button").click();
  const summary = page.getByRole("alert");
  await expect(summary).toContainText("7");
  await expect(summary.getByRole("link")).toHaveCount(1);
  await summary.getByRole("link").click();
  await expect(rows.nth(5).locator("input").first()).toBeFocused();
});

test("on a wide screen the heads of a table stay, and it is wider than the page's column", async ({ page, person: visitor, api, viewport }) => {
  const person = visitor.reading(WORDS.en);
  test.skip(viewport!.width < 700);
  const quiz = await api.create(QUIZ);
  await page.goto(quiz.startPage);
  await person.startButton.click();
  await person.settles();
  const width = await page.locator(".matrix").evaluate((table) => table.getBoundingClientRect().width / 16);
  expect(width).toBeGreaterThan(54);
  await page.locator(".row").last().scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  const [heads, first] = await Promise.all([page.locator(".heads").boundingBox(), page.locator(".row").first().boundingBox()]);
  if (first!.y < 0) expect(heads!.y).toBeCloseTo(0, 0);
});
