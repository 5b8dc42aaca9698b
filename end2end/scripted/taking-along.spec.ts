// Scripted features of the result: copying and sharing the steps and the start link.
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

test("steps and start link are copied and shared, each by itself", async ({ page, person, words, api, language, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    Object.assign(Navigator.prototype, { share: async (what: unknown) => void shared.push(what), canShare: () => true });
  });
  await person.opens(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, MIXED)));
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByText(words.plan).click();
  const plan = (await page.locator(".plan pre").textContent())!;
  await page.getByRole("button", { name: words.planCopy }).click();
  await expect(page.locator(".plan").getByRole("status")).toHaveText(words.copied);
  expect(await copied()).toBe(plan);
  await page.locator(".plan [data-share]").click();
  await page.getByText(words.passOn).click();
  await page.getByRole("button", { name: words.passOnCopy }).click();
  await expect(page.locator(".pass-on").getByRole("status")).toHaveText(words.copied);
  expect(await copied()).toBe(api.openQuiz.startPage);
  await page.locator(".pass-on [data-share]").click();
  const { name: title } = await api.publicQuiz(api.openQuiz, language);
  const shared = await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
  expect(shared).toEqual([{ title, text: plan }, { title, url: api.openQuiz.startPage }]);
});
