// Writing fast in the quiz editor: keys, and taking steps back.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/dashboard.ts";
import { NAMESPACE } from "../support/server.ts";

const option = (page: Page, number: number): Locator => page.getByRole("textbox", { name: `Option ${number}`, exact: true });

test.beforeEach(({ scripted }) => test.skip(!scripted, "these are what scripts add"));

async function begin(page: Page, name: string): Promise<void> {
  await page.goto(`/admin/ns/${NAMESPACE}/quizzes/new`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Questions of your own").check();
  await page.getByRole("button", { name: "Create quiz" }).click();
  await expect(page.locator("#editor.ed-live")).toBeVisible();
  await page.getByRole("button", { name: "Add question", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Question", exact: true })).toBeFocused();
}

test("the program is small, and served in the best compression", async ({ page }) => {
  await begin(page, "With its program");
  const program = (await page.locator("#editor").getAttribute("data-program")) ?? "";
  const reply = await page.request.get(program, { headers: { "accept-encoding": "br" } });
  expect(reply.headers()["content-encoding"]).toBe("br");
  expect(Number(reply.headers()["content-length"])).toBeLessThan(324 * 1024);
});

test("options are written, moved and removed with keys alone", async ({ page }) => {
  await begin(page, "By keys");
  await option(page, 1).fill("One");
  await option(page, 1).press("Enter");
  await expect(option(page, 2)).toBeFocused();
  await page.keyboard.type("Two");
  await page.keyboard.press("Enter");
  await expect(option(page, 3)).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(option(page, 3)).toHaveCount(0);
  await option(page, 2).press("Alt+ArrowUp");
  await expect(option(page, 1)).toHaveValue("Two");
  await expect(option(page, 2)).toHaveValue("One");
  await option(page, 2).press("Control+d");
  await expect(option(page, 3)).toHaveValue("One");
  await page.keyboard.press("Control+z");
  await expect(option(page, 3)).toHaveCount(0);
  await page.keyboard.press("Control+Shift+z");
  await expect(option(page, 3)).toHaveValue("One");
});

test("what is removed is told with where it is used, and comes back", async ({ page }) => {
  await begin(page, "Used elsewhere");
  await page.getByRole("textbox", { name: "Question", exact: true }).fill("First?");
  await option(page, 1).fill("Yes");
  await option(page, 2).fill("No");
  await page.getByRole("button", { name: "Add question", exact: true }).click();
  await page.getByRole("textbox", { name: "Question", exact: true }).fill("Second?");
  await page.getByRole("group", { name: "Shown" }).getByRole("button", { name: "Add condition" }).click();
  const list = page.getByRole("navigation", { name: "Questions" });
  await list.getByRole("link", { name: "First?" }).first().click();
  await page.getByRole("button", { name: "Remove the question" }).click();
  await expect(page.getByText("It is still named in: question “Second?”.")).toBeVisible();
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(list.getByRole("listitem").filter({ hasText: "First?" }).first()).toBeVisible();
});
