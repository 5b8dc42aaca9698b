// Help on alerts comes and goes with the answers on the page, without a connection.
import type { Page } from "@playwright/test";
import type { Api, NewQuiz } from "../support/api.ts";
import { expectAccessible } from "../support/axe.ts";
import { Keyboard } from "../support/keyboard.ts";
import { expectSoundLayout } from "../support/layout.ts";
import { expect, test } from "../support/test.ts";

const options = (...labels: string[]) => labels.map((label) => ({ label }));

const QUIZ: NewQuiz = {
  name: "How are things?",
  questions: [
    { id: "safe", text: "Are you safe?", options: options("Yes", "Mostly", "No", "I would rather not say") },
    { id: "signs", kind: "multiple", text: "Which of these?", required: false, options: options("Tired", "Dizzy", "Chest pain") },
    { id: "hours", kind: "number", text: "Hours of sleep?", min: 0, max: 2400, decimals: 1, unit: "hours", required: false },
    { id: "days", kind: "matrix", text: "How often?", required: false, from: 0, to: 3,
      rows: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({ id: `r${number}`, text: `Row ${number}` })) },
    { id: "mood", text: "Mood?", options: options("Good", "Bad") },
    { id: "list", text: "Where?", display: "dropdown", required: false, options: options("Home", "Away") },
    { id: "since", kind: "date", text: "Since when?", required: false },
    { id: "order", kind: "ranking", text: "In which order?", required: false, options: options("A", "B", "C") },
    { id: "why", text: "Why?", required: false, options: [{ label: "So" }, { label: "Other", other: true }] },
  ],
  alerts: [
    { id: "unsafe", name: "Unsafe", early: true, when: { question: "safe", is: [3] }, help: "Talk to someone now.\ntel:+15550100" },
    { id: "silent", name: "Silent", when: { question: "safe", is: [4] }, help: "You can tell us later. ".repeat(40) },
    { id: "chest", name: "Chest", when: { question: "signs", includes: [3] }, help: "Call a doctor." },
    { id: "sleep", name: "Sleep", when: { question: "hours", atMost: 3 }, help: "That is little sleep." },
    { id: "rows", name: "Rows", when: { all: [{ question: "days_r1", atLeast: 2 }, { question: "days_r2", atLeast: 2 }] }, help: "Both rows." },
    { id: "both", name: "Both", when: { all: [{ question: "safe", is: [3] }, { not: { question: "mood", is: [1] } }, { answered: "mood" }] }, help: "Both answers." },
    { id: "away", name: "Away", when: { question: "list", is: [2] }, help: "You are away." },
    { id: "dated", name: "Dated", when: { answered: "since" }, help: "A date." },
    { id: "ranked", name: "Ranked", when: { answered: "order" }, help: "In order." },
    { id: "told", name: "Told", when: { answered: "why_other" }, help: "You told us." },
  ],
};

/** Opens a question of a new respondent, with the answers before it. */
async function opens(page: Page, api: Api, id: string, safe = 1): Promise<void> {
  const quiz = await api.create(QUIZ);
  await page.goto(quiz.startPage);
  await page.locator(".start form button[type=submit]").first().click();
  for (const { id: at } of QUIZ.questions ?? []) {
    await expect(page.locator("input[name=question]")).toHaveValue(at as string);
    if (at === id) break;
    if (at === "safe") await page.getByRole("radio").nth(safe - 1).check();
    if (at === "mood") await page.getByRole("radio").first().check();
    await (at === "safe" || at === "mood" ? page.locator(".question .button") : page.locator(".question .button-quiet")).click();
  }
  // The script has read the form.
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
}

const help = (page: Page) => page.getByRole("status").locator(".card");

test("radio buttons, by pointer and by keys, without a connection", async ({ page, api }) => {
  await opens(page, api, "safe");
  const radios = page.getByRole("radio");
  const places = () => radios.evaluateAll((all) => all.map((radio) => radio.getBoundingClientRect().top));
  await expect(help(page)).toBeHidden();
  const before = await places();
  await radios.nth(2).check();
  await expect(page.getByRole("link", { name: "tel:+15550100" })).toBeInViewport({ ratio: 1 });
  expect(await places()).toEqual(before);
  await expect(radios.nth(2)).toBeInViewport();
  await expect(page.locator(".question .button")).toBeInViewport({ ratio: 1 });
  await expect(radios.nth(2)).toBeFocused();
  await expectAccessible(page);
  await expectSoundLayout(page);
  await radios.nth(0).check();
  await expect(help(page)).toBeHidden();
  await page.keyboard.press("ArrowDown");
  await expect(help(page)).toBeHidden();
  await page.keyboard.press("ArrowDown");
  await expect(help(page).getByText("Talk to someone now.")).toBeVisible();
  await expect(radios.nth(2)).toBeFocused();
  await new Keyboard(page).tabsTo(page.getByRole("link", { name: "tel:+15550100" }));
});

test("long help leaves the answer that brought it in sight, and scrolls by keys", async ({ page, api }) => {
  await page.setViewportSize({ width: 360, height: 600 });
  await opens(page, api, "safe");
  const radios = page.getByRole("radio");
  for (const [short, long] of [[0, 3], [2, 3]] as const) {
    await radios.nth(short).check();
    await radios.nth(long).check();
    await expect(help(page)).toHaveAttribute("tabindex", "0");
    const [option, foot] = await Promise.all([page.locator("label.option").nth(long).boundingBox(), page.locator(".asked-foot").boundingBox()]);
    expect(option!.y + option!.height).toBeLessThanOrEqual(foot!.y + 1);
    expect(foot!.y).toBeGreaterThan(100);
    await expectAccessible(page);
  }
  await radios.nth(2).check();
  await expect(help(page)).not.toHaveAttribute("tabindex");
});

test("checkboxes", async ({ page, api }) => {
  await opens(page, api, "signs");
  const boxes = page.getByRole("checkbox");
  await boxes.first().check();
  await expect(help(page)).toBeHidden();
  await boxes.last().check();
  await expect(help(page).getByText("Call a doctor.")).toBeVisible();
  await boxes.last().uncheck();
  await expect(help(page)).toBeHidden();
});

test("numbers, once typing rests and if they can be read for certain", async ({ page, api }) => {
  await opens(page, api, "hours");
  const field = page.getByRole("textbox");
  // The digits on the way to a number call for nothing.
  await field.pressSequentially("25", { delay: 50 });
  await page.waitForTimeout(1500);
  await expect(help(page)).toBeHidden();
  for (const [typed, isShown] of [["2,5", true], ["3.5", false], ["3", true], ["٣", true], ["٣٫٥", false], ["−1", false], ["1,000", false], ["2 h", false], ["0.25", false], ["2.50", true], ["", false]] as const) {
    await field.fill(typed);
    await field.blur();
    await expect(help(page), typed).toBeVisible({ visible: isShown });
    await field.focus();
  }
  await field.fill("2");
  await expect(help(page).getByText("That is little sleep.")).toBeVisible();
});

test("rows of a table, in sight above the buttons whatever row is answered", async ({ page, api }) => {
  await opens(page, api, "days");
  const cell = (row: number, at: number) => page.locator(`input[name=answer_r${row}]`).nth(at);
  await cell(1, 3).check();
  await expect(help(page)).toBeHidden();
  await cell(2, 2).check();
  await expect(page.getByText("Both rows.")).toBeInViewport({ ratio: 1 });
  await expectSoundLayout(page);
  await cell(2, 1).check();
  await expect(help(page)).toBeHidden();
});

test("lists, dates, rankings and texts beside an option", async ({ page, api }) => {
  await opens(page, api, "list");
  await page.getByRole("combobox").selectOption({ label: "Away" });
  await expect(help(page).getByText("You are away.")).toBeVisible();
  await page.getByRole("combobox").selectOption({ index: 0 });
  await expect(help(page)).toBeHidden();

  const next = async () => {
    await page.context().setOffline(false);
    await page.locator(".question .button-quiet").click();
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
  };
  await next();
  const fields = page.getByRole("textbox");
  for (const [at, part] of ["3", "4", "2020"].entries()) {
    await expect(help(page)).toBeHidden();
    await fields.nth(at).fill(part);
    await fields.nth(at).blur();
  }
  await expect(help(page).getByText("A date.")).toBeVisible();
  await fields.first().fill("");
  await fields.first().blur();
  await expect(help(page)).toBeHidden();

  await next();
  const tick = page.getByRole("checkbox");
  await tick.check();
  await expect(help(page).getByText("In order.")).toBeVisible();
  await tick.uncheck();
  await expect(help(page)).toBeHidden();
  await page.locator("[data-move='1']").first().click();
  await expect(help(page).getByText("In order.")).toBeVisible();

  await next();
  await page.getByRole("radio").last().check();
  await page.getByRole("textbox").fill("Because");
  await page.getByRole("textbox").blur();
  await expect(help(page).getByText("You told us.")).toBeVisible();
  await page.getByRole("radio").first().check();
  await expect(help(page)).toBeHidden();
});

test("with an answer to another question, and again on the way back", async ({ page, api }) => {
  await opens(page, api, "mood", 3);
  const above = page.locator("#alert-help");
  await expect(above).toBeVisible();
  await page.getByRole("radio").last().check();
  await expect(help(page).getByText("Both answers.")).toBeVisible();
  await page.getByRole("radio").first().check();
  await expect(help(page)).toBeHidden();
  await expect(above).toBeVisible();

  // The answer of the page is stored: its help is there from the start, and goes.
  await page.context().setOffline(false);
  const start = new URL(page.url());
  start.searchParams.set("q", "safe");
  await page.goto(start.href);
  await expect(above).toBeHidden();
  await expect(help(page).getByText("Talk to someone now.")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await page.getByRole("radio").first().check();
  await expect(help(page)).toBeHidden();
});
