// A quiz that judges change and has norms: the respondent's result after two attempts, and the person's page.
import { Api } from "../support/api.ts";
import { expect, signIn, test } from "../support/dashboard.ts";
import { ADMINISTRATOR, launch, NAMESPACE } from "../support/server.ts";

/** The published example: 32.5, then 47.5, is a reliable change (3.16) that stays short of the cut-off. */
const QUIZ: Parameters<Api["create"]>[0] = {
  name: "Progress",
  anonymous: false,
  inapp: true,
  retryAfterDays: 0,
  questions: [
    { id: "state", text: "How are you?", category: "mind", options: [32.5, 47.5].map((points) => ({ label: `At ${points}`, points })) },
  ],
  scoring: {
    method: "sum",
    decimals: 1,
    change: { better: "higher", sd: 7.5, reliability: 0.8, cutoff: 50 },
    norms: [{ name: "Adults", source: "Manual, 2020", mean: 50, sd: 10 }],
    categories: [{ id: "mind", name: "Mind", change: { better: "lower", points: 20 } }],
  },
};

test("a verdict and a norm stand on the result in words, and in the table of a person", async ({ browser, checkPage, scripted }) => {
  const { demo, end } = await launch();
  const context = await browser.newContext({ baseURL: demo.url, javaScriptEnabled: scripted });
  try {
    const quiz = await new Api(demo).create(QUIZ);
    const post = async (path: string, body: object) => {
      const url = `${demo.url}/api/v1/namespaces/${NAMESPACE}/quizzes/${quiz.id}/users${path}`;
      const headers = { "content-type": "application/json" };
      expect((await fetch(url, { method: "POST", headers, body: JSON.stringify({ sessionId: "session-ana", ...body }) })).status).toBe(200);
    };
    for (const option of [1, 2]) {
      await post("/anonymous/initQuiz", { retake: true });
      await post("/inapp/answers/submit", { answers: { state: option } });
    }
    const page = await context.newPage();
    for (const [language, width, verdict] of [["en", 1280, "by more than chance would explain"], ["ar", 360, ""]] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/app/${NAMESPACE}/${quiz.id}?sessionId=session-ana&lang=${language}`);
      await checkPage(page);
      await expect(page.getByText("Manual, 2020").first()).toBeVisible();
      if (verdict) await expect(page.getByText(verdict)).toBeVisible();
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/admin/sign-in");
    await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    await page.goto(`/admin/ns/${NAMESPACE}/quizzes/${quiz.id}/answers/session-ana`);
    const table = page.getByRole("region", { name: "Over time" }).or(page.getByRole("table", { name: "Over time" })).first();
    await expect(table).toContainText("3.16");
    await checkPage(page);
  } finally {
    await context.close();
    await end();
  }
});
