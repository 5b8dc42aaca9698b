// Inside another application, which identifies the person by `sessionId`.
import { randomUUID } from "node:crypto";
import { expectScores, MIXED, MIXED_SCORES } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

test("the whole quiz and its result live at one address", async ({ page, person, words, api }) => {
  const session = `visitor-${randomUUID()}`;
  const address = api.inAppQuiz.pageInApp(session, "&customData=custom_id%3D42");
  await person.opens(address);
  await person.startButton.click();
  await person.answers(MIXED);
  await person.seesResult();
  await expectScores(page, words, MIXED_SCORES.score, MIXED_SCORES.areas);
  expect(new URL(page.url()).searchParams.get("sessionId")).toBe(session);

  await person.opens(address);
  await person.seesResult();
  const record = await api.record(api.inAppQuiz, session);
  expect(record).toMatchObject({ score: 73, completionStatus: 3, customData: "custom_id=42" });
});

test("the quiz goes on where the session left it", async ({ person, api }) => {
  const address = api.inAppQuiz.pageInApp(`visitor-${randomUUID()}`);
  await person.begins(address);
  await person.answers([1, 1]);
  await person.sees(3);
  await person.opens(address);
  await person.sees(3);
});

test("the host may choose the language", async ({ page, person, api, language }) => {
  const other = language === "en" ? "es" : "en";
  await person.opens(api.inAppQuiz.pageInApp(`visitor-${randomUUID()}`, `&lang=${other}`));
  await expect(page.locator("html")).toHaveAttribute("lang", other);
});

test("without a sessionId the page sends the respondent back to the app", async ({ person, words, api, watch }) => {
  watch.allow(/status of 400/);
  await person.opens(`/app/demo/${api.inAppQuiz.id}`);
  await person.seesNotice(words.sessionMissing);
});

test("a sessionId that is refused comes with the reason, for the app's makers", async ({ page, person, words, api, watch }) => {
  watch.allow(/status of 400/);
  for (const session of ["1234", "x".repeat(200)]) {
    await person.opens(`/app/demo/${api.inAppQuiz.id}?sessionId=${session}`);
    await person.seesNotice(words.sessionMissing);
    await expect(page.getByText(/sessionId must be 5 to 128 characters/)).toBeVisible();
  }
});

test("the open address of an in-app quiz says so too", async ({ person, words, api, watch }) => {
  watch.allow(/status of 400/);
  await person.opens(api.inAppQuiz.startPage);
  await person.seesNotice(words.sessionMissing);
});
