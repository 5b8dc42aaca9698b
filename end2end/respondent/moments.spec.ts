// Dates and times are in the reader's time zone; without scripts, in the quiz's, with its name.
import { expect, test } from "../support/test.ts";

test.use({ timezoneId: "America/Los_Angeles" });

const OF_LANGUAGES = {
  en: { own: /30 November 2199.*18:00/, quiz: "1 December 2199, 03:00 (Europe/Madrid)" },
  es: { own: /30 de noviembre de 2199.*18:00/, quiz: "1 de diciembre de 2199, 03:00 (Europe/Madrid)" },
};
const MOMENT = "2199-12-01T02:00:00Z";

test("a quiz says when it closes by the reader's own clock, or with the time zone", async ({ page, person, api, language, scripted }) => {
  const quiz = await api.create({ name: "Check-up", closesAt: MOMENT, timeZone: "Europe/Madrid" });
  await person.opens(quiz.startPage);
  const time = page.locator("main time");
  const told = OF_LANGUAGES[language];
  await expect(time).toHaveText(scripted ? told.own : told.quiz);
  await expect(time).toHaveAttribute("datetime", MOMENT);
});

test("and so it does before it opens", async ({ page, person, api, language, scripted, watch }) => {
  watch.allow(/status of 403/);
  const quiz = await api.create({ name: "Check-up", opensAt: MOMENT, timeZone: "Europe/Madrid" });
  await person.opens(quiz.startPage);
  const told = OF_LANGUAGES[language];
  await expect(page.locator("main time")).toHaveText(scripted ? told.own : told.quiz);
});
