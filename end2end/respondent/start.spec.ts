// The start page: its button is in view on every screen, beside the notice about the use of the answers.
import { expect, test } from "../support/test.ts";

const ABOUT = {
  runBy: "Example Community Services Ltd",
  seenBy: { en: "your coach and her team", es: "tu asesora y su equipo" },
  kept: { en: "for two years", es: "durante dos años" },
  contact: "mailto:coach@example.org",
  privacy: "https://example.org/privacy",
};

for (const [width, height] of [[390, 664], [360, 640], [1366, 657]] as const) {
  test(`at ${width} × ${height} pixels the button is in sight`, async ({ page, person, api }) => {
    const description = { en: "See where you stand with your money.", es: "Mira cómo estás con tu dinero." };
    const quiz = await api.create({ name: { en: "Money check-up", es: "Tu dinero al día" }, description, about: ABOUT });
    await page.setViewportSize({ width, height });
    await person.opens(quiz.startPage);
    await expect(person.startButton).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(ABOUT.runBy)).toBeInViewport({ ratio: 1 });
    const facts = page.locator(".trust li:not(:has(a))");
    const tops = await facts.evaluateAll((facts) => facts.map((fact) => fact.getBoundingClientRect().top));
    expect(new Set(tops).size, "each fact has a line of its own").toBe(3);
  });
}
