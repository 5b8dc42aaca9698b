// The overview of a quiz, which updates with its answers; messages that are shown once; the keyboard shortcuts of every
// page.
import { expect, test } from "../support/dashboard.ts";
import { NAMESPACE } from "../support/server.ts";

const AT = `/admin/ns/${NAMESPACE}/quizzes`;

test("figures follow the answers, and closing asks first", async ({ api, page, checkPage, scripted }) => {
  const quiz = await api.create({ name: "To be followed" });
  await page.goto(`${AT}/${quiz.id}`);
  await expect(page.getByLabel("Link", { exact: true })).toHaveValue(quiz.startPage);
  await checkPage(page);
  await api.submit(quiz, "en", [4, 4, 1, 1, 2, 1, 3, 1]);
  if (!scripted) await page.reload();
  await expect(page.getByText("1 response in the last 30 days")).toBeVisible({ timeout: 15_000 });
  await checkPage(page);
  await page.getByRole("link", { name: "Close quiz…" }).click();
  await checkPage(page);
  await page.getByRole("button", { name: "Close quiz" }).click();
  await expect(page.getByRole("status")).toHaveText("The quiz is closed.");
  await expect(page.getByLabel("Link", { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("status")).toHaveCount(0);
});

test("a key leads to the search, which finds a quiz in all namespaces", async ({ api, page, checkPage, scripted }) => {
  const name = `To be found ${Date.now()}`;
  const quiz = await api.create({ name });
  await page.goto(`/admin/ns/${NAMESPACE}`);
  if (scripted) {
    await page.locator("main").press("/");
  } else {
    await page.getByRole("link", { name: "Search", exact: true }).click();
  }
  await expect(page).toHaveURL(/\/admin\/search$/);
  await page.getByLabel("A person, a quiz or a page").fill(name);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("link", { name })).toHaveAttribute("href", `${AT}/${quiz.id}`);
  await checkPage(page);
  await page.getByRole("link", { name: "Help", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Keyboard shortcuts" })).toBeVisible();
  await checkPage(page);
});

test("two hundred people with three further columns are invited in a few clicks", async ({ api, page, checkPage }) => {
  const quiz = await api.create({ name: "For many", anonymous: false });
  const people = Array.from({ length: 200 }, (_, index) => `Person ${index},p${index}@example.com,${index},Madrid,gold`);
  const buffer = Buffer.from(["Name,E-mail,Branch,City,Plan", ...people].join("\n"));
  await page.goto(`${AT}/${quiz.id}/share`);
  await page.getByLabel("Or a CSV file").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Continue" }).click();
  for (const column of ["Branch", "City", "Plan"]) await page.getByLabel(`Use “${column}” as`).selectOption("data");
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByText("Branch: 0; City: Madrid; Plan: gold")).toBeVisible();
  await checkPage(page);
  await page.getByRole("button", { name: "Create 200 invitations" }).click();
  await expect(page.getByRole("link", { name: "200 not started" })).toBeVisible();
  await checkPage(page);
  await page.getByRole("link", { name: "Revoke the link of Person 0", exact: true }).click();
  await checkPage(page);
  await page.getByRole("button", { name: "Revoke link" }).click();
  await page.getByRole("button", { name: "Restore the link of Person 0", exact: true }).click();
  await expect(page.getByRole("status")).toHaveText("The link works again.");
});
