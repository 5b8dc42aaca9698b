// What scripts add to the result.
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

test("the link is copied", async ({ page, person, words, api, language, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const link = api.openQuiz.pageOf(await api.submit(api.openQuiz, language, MIXED));
  await person.opens(link);
  await page.getByRole("button", { name: words.copy }).click();
  await expect(person.saveStatus).toHaveText(words.copied);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
});
