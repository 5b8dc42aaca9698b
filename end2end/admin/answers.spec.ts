// Answers in the dashboard: the table, one respondent, the figures.
import type { Quiz } from "../support/api.ts";
import { expect, expectToFit, PHONE, test } from "../support/dashboard.ts";

const EIGHT = { name: "Answers in the dashboard" };
/** The published example: 73 of 100. */
const COPING = [4, 4, 1, 1, 2, 1, 3, 1];
const BEST = [1, 1, 1, 1, 1, 1, 1, 1];

const at = (quiz: Quiz, rest: string) => `/admin/ns/${quiz.namespace}/quizzes/${quiz.id}${rest}`;

test("answers are found by a filter whose view is an address, and one person is read whole and erased", async ({
  page,
  api,
  checkPage,
}) => {
  const quiz = await api.create(EIGHT);
  await page.goto(at(quiz, "/answers"));
  await expect(page.getByRole("heading", { name: "No answers yet" })).toBeVisible();
  await checkPage(page);

  const coping = await api.submit(quiz, "en", COPING);
  await api.submit(quiz, "es", BEST);
  await api.begin(quiz, "en");
  await page.goto(at(quiz, "/answers"));
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText("in progress");
  await checkPage(page);
  await expectToFit(page);

  await page.getByText("Filter", { exact: true }).click();
  await checkPage(page);
  await page.getByLabel("State").selectOption("Completed");
  await page.getByLabel("Sort by").selectOption("Lowest score first");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(/73\s*Coping/);
  const address = new URL(page.url());
  expect(address.searchParams.get("state")).toBe("completed");
  expect(address.searchParams.get("sort")).toBe("lowest");

  await page.getByText("Filter", { exact: true }).click();
  await page.getByLabel("Band").selectOption({ value: "band=vulnerable" });
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("heading", { name: "No matching responses" })).toBeVisible();
  await checkPage(page);
  await page.getByRole("link", { name: "Remove Band: Vulnerable" }).click();
  await expect(rows).toHaveCount(2);
  await page.goto(at(quiz, "/answers?scoreMin=300"));
  await expect(page.getByRole("alert")).toContainText("Score from must be 0 to 100.");
  await checkPage(page);

  await page.goto(at(quiz, "/answers?band=coping"));
  await page.getByRole("link", { name: coping.slice(0, 12) }).click();
  await expect(page.locator(".title")).toHaveText(coping.slice(0, 12));
  await expect(page.getByText("Managing debt")).toBeVisible();
  await checkPage(page);
  await expectToFit(page);

  await page.getByRole("link", { name: "Erase…" }).click();
  await expect(page.getByRole("heading", { name: "Erase this person?" })).toBeVisible();
  await checkPage(page);
  await page.getByRole("button", { name: "Erase the answers" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The person is erased, with all answers." })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No matching responses" }), "the filter stays").toBeVisible();
  await page.getByRole("link", { name: "Show all answers" }).click();
  await expect(rows).toHaveCount(2);
});

test("a view is sorted by its heads, saved under a name, and its rows are chosen", async ({ page, api, checkPage }) => {
  const quiz = await api.create({ name: "Views of answers" });
  await api.submit(quiz, "en", COPING);
  await api.submit(quiz, "es", BEST);
  await api.begin(quiz, "en");
  await page.goto(at(quiz, "/answers"));
  const rows = page.locator("tbody tr");
  const head = page.getByRole("columnheader", { name: "Score" });
  if (await head.isVisible()) {
    await head.getByRole("link").click();
    await expect(head).toHaveAttribute("aria-sort", "descending");
    await expect(rows.first()).toContainText("100");
  }
  await page.goto(at(quiz, "/answers?state=completed"));
  await page.getByText("Views", { exact: true }).click();
  await page.getByLabel("Save this view as").fill("Done");
  await page.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The view is saved" })).toBeVisible();
  await page.goto(at(quiz, "/answers"));
  await page.getByText("Views", { exact: true }).click();
  await checkPage(page);
  await page.getByRole("link", { name: "Done", exact: true }).click();
  await expect(rows).toHaveCount(2);

  await page.getByRole("link", { name: "Columns" }).click();
  await checkPage(page);
  await page.getByLabel("Language", { exact: true }).check();
  await page.getByRole("button", { name: "Save columns" }).click();
  await expect(page.locator("thead")).toContainText("Language");
  await checkPage(page);
  await expectToFit(page);

  await rows.first().getByRole("checkbox").check();
  await page.getByRole("button", { name: "Erase selected…" }).click();
  await expect(page.getByRole("heading", { name: "Erase 1 person?" })).toBeVisible();
  await checkPage(page);
  await page.getByRole("button", { name: "Erase the answers" }).click();
  await expect(rows).toHaveCount(1);
});

test("the figures are drawn, stand in tables too, and grow while somebody looks", async ({
  page,
  api,
  checkPage,
  scripted,
}) => {
  const quiz = await api.create(EIGHT);
  await page.goto(at(quiz, "/insights"));
  await expect(page.getByRole("heading", { name: "No figures yet" })).toBeVisible();
  await checkPage(page);

  await api.submit(quiz, "en", COPING);
  await api.begin(quiz, "en");
  await page.goto(at(quiz, "/insights"));
  const completed = page.locator(".numbers div", { hasText: "Completed" }).locator("dd");
  await expect(completed).toHaveText("1");
  await expect(page.getByRole("group", { name: "Overall score", exact: true })).toBeVisible();
  await page.locator("#score-data summary").click();
  await expect(page.locator("#score-data").getByRole("row", { name: "70–74 1 of 1 · 100 %" })).toBeVisible();
  await checkPage(page);
  await expectToFit(page);
  await page.goto(at(quiz, "/insights?band=coping&rows=q.fhn1&columns=language"));
  await expect(page.getByRole("heading", { name: "Comparison" })).toBeVisible();
  await expect(page.getByLabel("Shown only")).toContainText("Coping");
  await checkPage(page);
  await expectToFit(page);
  await page.goto(at(quiz, "/insights"));
  await page.locator("#score-data summary").click();

  await api.submit(quiz, "en", BEST);
  if (scripted) {
    // An open section stays open when new figures arrive.
    await page.locator("h1").click();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await expect(completed).toHaveText("2", { timeout: 20_000 });
    await expect(page.locator("#score-data")).toHaveAttribute("open");
  } else {
    await page.reload();
    await expect(completed).toHaveText("2");
  }
});

test("the list follows the answers while nothing on it is in use", async ({ page, api, scripted }) => {
  test.skip(!scripted, "without scripts a reload shows what is new");
  const quiz = await api.create({ name: "Watched answers" });
  await page.goto(at(quiz, "/answers"));
  await expect(page.getByRole("heading", { name: "No answers yet" })).toBeVisible();
  const rows = page.locator("tbody tr");
  await api.submit(quiz, "en", BEST);
  await expect(rows).toHaveCount(1, { timeout: 20_000 });
  await api.begin(quiz, "es");
  await expect(rows).toHaveCount(2, { timeout: 20_000 });
  await expect(page.getByText("2 responses")).toBeVisible();

  // The list does not change while a row is ticked.
  await rows.first().getByRole("checkbox").check();
  await api.begin(quiz, "es");
  await page.waitForTimeout(8000);
  await expect(rows).toHaveCount(2);
  await rows.first().getByRole("checkbox").uncheck();
  await page.locator("h1").click();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await expect(rows).toHaveCount(3, { timeout: 20_000 });
});

test("the rows are reached by keys", async ({ page, api, scripted }) => {
  test.skip(!scripted, "keys are a script's");
  const quiz = await api.create({ name: "Gone through by keys" });
  for (const answers of [BEST, COPING, BEST]) await api.submit(quiz, "en", answers);
  await page.goto(at(quiz, "/answers"));
  const links = page.locator("tbody th a");
  await expect(links).toHaveCount(3);
  for (const [key, row] of [["j", 0], ["j", 1], ["j", 2], ["j", 2], ["k", 1], ["k", 0], ["k", 0], ["j", 1]] as const) {
    await page.keyboard.press(key);
    await expect(links.nth(row), key).toBeFocused();
  }
  const name = await links.nth(1).innerText();
  await page.keyboard.press("Enter");
  await expect(page.locator(".title")).toHaveText(name);
  await page.keyboard.press("?");
  await expect(page.getByRole("heading", { name: "Help", exact: true })).toBeVisible();
  await page.keyboard.press("/");
  await expect(page).toHaveURL(/\/admin\/search$/);
  // Typing a letter does not navigate.
  await page.getByRole("searchbox").fill("j");
  await page.keyboard.press("?");
  await expect(page.getByRole("searchbox")).toHaveValue("j?");
});

test("on a phone a row is a card of two lines, and the filter is a sheet", async ({ page, api, checkPage, scripted }) => {
  const quiz = await api.create({ name: "Answers on a phone" });
  await api.submit(quiz, "en", COPING);
  await api.begin(quiz, "es");
  await page.setViewportSize(PHONE);
  await page.goto(at(quiz, "/answers"));
  const rows = page.locator("tbody tr");
  for (const row of await rows.all()) expect((await row.boundingBox())!.height, "two lines").toBeLessThan(72);
  await expect(rows.last()).toContainText(/completed.*Coping/s);
  await expectToFit(page);

  const sheet = page.locator("#filter");
  await page.getByText("Filter", { exact: true }).click();
  const box = (await sheet.boundingBox())!;
  expect(Math.round(box.y + box.height), "at the bottom of the window").toBe(PHONE.height);
  expect(box.width).toBeGreaterThan(PHONE.width - 20);
  expect(box.y).toBeGreaterThan(0);
  await checkPage(page);
  await page.setViewportSize(PHONE);
  if (scripted) {
    await page.keyboard.press("Escape");
    await expect(sheet).not.toHaveAttribute("open");
    await page.getByText("Filter", { exact: true }).click();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect(sheet).not.toHaveAttribute("open");
    await page.getByText("Filter", { exact: true }).click();
  }
  await page.getByLabel("State").selectOption("Completed");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(rows).toHaveCount(1);
});
