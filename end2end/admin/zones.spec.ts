// The time zone of an account: that of the browser of the first sign-in, until another one is chosen.
import { expect, test } from "../support/dashboard.ts";

test("the account offers time zones and keeps the one that was chosen", async ({ page, checkPage, watch }, { project }) => {
  watch.allow(/status of 422/);
  await page.goto("/admin/account");
  const field = page.getByLabel("Time zone", { exact: true });
  if (project.use.javaScriptEnabled !== false) {
    await expect(field).not.toHaveValue("");
    expect(await page.locator("#zones option").count()).toBeGreaterThan(100);
  }
  await checkPage(page);
  await field.fill("Mars/Olympus");
  await page.getByRole("button", { name: "Save time zone" }).click();
  await expect(field).toHaveValue("Mars/Olympus");
  await expect(page.locator("#zone-problem")).toBeVisible();
  await checkPage(page);
  await field.fill("UTC");
  await page.getByRole("button", { name: "Save time zone" }).click();
  await expect(page.getByRole("status")).toContainText("your time zone");
  await expect(field).toHaveValue("UTC");
});
