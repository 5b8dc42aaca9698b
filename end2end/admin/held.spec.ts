// After a restore nothing is sent until an administrator releases it, after seeing the deliveries that may already have
// happened.
import { expect, test } from "../support/dashboard.ts";
import { afterRestore, WEBHOOKS } from "../support/held.ts";

test("what a restore holds is seen and sent", async ({ browser, checkPage, scripted }) => {
  await afterRestore(browser, scripted, async ({ page, received, event }) => {
    await expect(page.getByText("Nothing is sent since")).toBeVisible();
    await checkPage(page);
    await page.getByRole("link", { name: "See what is held" }).click();
    await expect(page.getByRole("heading", { name: "Held events", level: 1 })).toBeVisible();
    await expect(page.locator("tbody tr")).toHaveCount(1);
    await expect(page.locator("tbody tr")).toContainText(event);
    await checkPage(page);
    expect(received, "nothing goes by itself").toHaveLength(0);
    await page.getByRole("button", { name: "Send what is held" }).click();
    await expect(page.getByRole("status")).toHaveText("What was held is being sent.");
    await expect(page.getByText("Nothing is sent since")).toHaveCount(0);
    await expect.poll(() => received.map(({ headers }) => headers["webhook-id"]), { timeout: 20_000 }).toEqual([event]);
  });
});

test("what a restore holds is given up", async ({ browser, checkPage, scripted }) => {
  await afterRestore(browser, scripted, async ({ page, received, event }) => {
    await page.goto(`${WEBHOOKS}/held`);
    await page.getByRole("button", { name: "Give up what is held" }).click();
    await expect(page.getByRole("status")).toHaveText("What was held is given up. It stays in the lists as failed.");
    await page.goto(`${WEBHOOKS}/held`);
    await expect(page.getByText("Nothing is held.")).toBeVisible();
    await checkPage(page);
    await page.goto(WEBHOOKS);
    await page.getByRole("link", { name: /^http:/ }).click();
    await page.getByRole("link", { name: "Failed (1)" }).click();
    await expect(page.locator("tbody tr")).toContainText("dropped after a restore or on a copy");
    await page.getByRole("button", { name: /^Send again: response.begun of / }).click();
    await expect.poll(() => received.map(({ headers }) => headers["webhook-id"]), { timeout: 20_000 }).toEqual([event]);
  });
});
