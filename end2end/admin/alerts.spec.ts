// A quiz with alerts: the respondent reads the help before the next question and on the result, and a member acknowledges.
import { Api } from "../support/api.ts";
import { expect, signIn, test } from "../support/dashboard.ts";
import { ADMINISTRATOR, launch, NAMESPACE } from "../support/server.ts";

const QUIZ: Parameters<Api["create"]>[0] = {
  name: "Mood",
  anonymous: false,
  inapp: true,
  questions: [
    { id: "safe", text: "Are you safe?", options: [{ label: "Yes, I am", points: 0 }, { label: "No, not now", points: 10 }] },
    { id: "why", text: "Why?", kind: "text", required: false },
  ],
  scoring: {
    method: "sum",
    bands: [{ id: "fine", from: 0, name: "Fine", hue: "leaf" }, { id: "bad", from: 5, name: "Bad", hue: "rose" }],
  },
  alerts: [
    { id: "not_safe", name: "Not safe", early: true, when: { question: "safe", is: [2] }, help: "Talk to someone now.\ntel:+15550100" },
    { id: "bad_score", name: "Bad score", when: { band: { of: "overall", is: ["bad"] } }, help: "See https://example.org/help" },
  ],
};

test("help comes before the next question and with the result, and the alert is acknowledged", async ({ browser, checkPage, scripted }) => {
  const { demo, end } = await launch();
  const context = await browser.newContext({ baseURL: demo.url, javaScriptEnabled: scripted });
  try {
    const quiz = await new Api(demo).create(QUIZ);
    const page = await context.newPage();
    await page.setViewportSize({ width: 360, height: 700 });
    await page.goto(`/app/${NAMESPACE}/${quiz.id}?sessionId=session-ana`);
    await page.locator(".start form button[type=submit]").first().click();
    const next = page.locator(".question .button");
    const help = page.getByRole("link", { name: "tel:+15550100" });
    await expect(help).toHaveCount(0);
    await page.getByRole("radio").last().check();
    await next.click();
    await expect(page.locator("input[name=question]")).toHaveValue("why");
    await expect(help).toBeVisible();
    await checkPage(page);
    await page.getByRole("textbox").fill("Because");
    await next.click();
    await expect(help).toBeVisible();
    await expect(page.getByRole("link", { name: "https://example.org/help" })).toBeVisible();
    expect(await page.content()).not.toContain("Not safe");
    await checkPage(page);

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/admin/sign-in");
    await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    await page.goto(`/admin/ns/${NAMESPACE}/quizzes/${quiz.id}/answers`);
    await page.getByRole("link", { name: "Alerts (2)" }).click();
    await checkPage(page);
    const row = page.getByRole("row", { name: /Not safe/ });
    await row.getByRole("textbox").fill("Called her");
    await row.getByRole("button", { name: "Acknowledge" }).click();
    await expect(page.getByText("The alert is acknowledged.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Alerts (1)" })).toBeVisible();
    const done = page.getByRole("region", { name: "Acknowledged alerts" }).or(page.getByRole("table", { name: "Acknowledged alerts" })).first();
    await expect(done).toContainText("Called her");
    await checkPage(page);
    await page.setViewportSize({ width: 360, height: 700 });
    await checkPage(page);
    await done.getByRole("link").first().click();
    await expect(page.getByText("Bad score: attempt 1, open")).toBeVisible();
  } finally {
    await context.close();
    await end();
  }
});
