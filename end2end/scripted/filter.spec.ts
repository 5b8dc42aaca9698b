// A question with many options has a field that filters them.
import { expect, test } from "../support/test.ts";

const CITIES = ["Cádiz", "Caracas", "Quito", "Lima", "Bogotá", "Sucre", "Santiago", "Managua", "Asunción"];
const LABELS = [...CITIES, ...Array.from({ length: 21 }, (_, index) => `Elsewhere ${index + 1}`)];

test("it leaves what is typed and what is chosen, and is worked by keys", async ({ page, person, words, api, language }) => {
  const options = (labels: string[]) => labels.map((label) => ({ label }));
  const quiz = await api.create({
    name: "Cities",
    questions: [
      { id: "city", text: { en: "Where?", es: "¿Dónde?" }, options: options(LABELS) },
      { id: "few", text: { en: "How?", es: "¿Cómo?" }, options: options(LABELS.slice(0, 15)) },
    ],
  });
  await person.begins(quiz.startPage, 2);
  const field = page.getByRole("searchbox", { name: words.filter });
  const shown = page.locator("label.option").filter({ visible: true });
  const status = page.locator("[data-shown]").first();
  await expect(shown).toHaveCount(30);
  // Labels without a translation are marked with the quiz's language, also once the program runs.
  const foreign = await shown.locator("span").first().getAttribute("lang");
  expect(foreign).toBe(language === "en" ? null : "en");
  await person.chooses(3);

  await field.fill("ca");
  // The filter ignores accents and keeps the chosen option.
  await expect(shown).toHaveText(["Cádiz", "Caracas", "Quito"]);
  await expect(status).toHaveText(`${words.filterShown} 3`);
  await field.fill(" CAD");
  await expect(shown).toHaveText(["Cádiz", "Quito"]);
  await person.settles();

  await field.press("Enter");
  await expect(page.getByRole("radio", { name: "Cádiz" })).toBeFocused();
  // Number keys count all options, so they do nothing in a filtered list.
  await page.keyboard.press("2");
  await expect(page.getByRole("radio", { name: "Quito" })).toBeChecked();
  await page.keyboard.press("Space");
  await expect(page.getByRole("radio", { name: "Cádiz" })).toBeChecked();
  await expect(shown).toHaveText(["Cádiz"]);
  await field.fill("");
  await expect(shown).toHaveCount(30);
  await expect(status).toBeEmpty();

  await person.continues();
  await person.sees(2, 2);
  await expect(shown).toHaveCount(15);
  await expect(field).toBeHidden();
  await expect.poll(async () => (await api.savedCodes(quiz, person.id))[0]).toBe(1);
});
