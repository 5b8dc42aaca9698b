// The change between attempts: from insights to the page, with its numbers, on wide and narrow windows.
import { Api } from "../support/api.ts";
import { expect, signIn, test } from "../support/dashboard.ts";
import { ADMINISTRATOR, launch, NAMESPACE } from "../support/server.ts";

const QUIZ: Parameters<Api["create"]>[0] = {
  name: "Progress",
  anonymous: false,
  inapp: true,
  retryAfterDays: 0,
  questions: [
    { id: "state", text: "How are you?", kind: "scale", from: 0, to: 20, points: Array.from({ length: 21 }, (_, step) => 5 * step) },
  ],
  scoring: {
    method: "sum",
    change: { better: "higher", sd: 7.5, reliability: 0.8, cutoff: 50 },
    bands: [{ id: "low", from: 0, name: "Low", hue: "rose" }, { id: "high", from: 50, name: "High", hue: "leaf" }],
  },
};

test("insights lead to the change between attempts", async ({ browser, checkPage, scripted }) => {
  const { demo, end } = await launch();
  const context = await browser.newContext({ baseURL: demo.url, javaScriptEnabled: scripted });
  try {
    const quiz = await new Api(demo).create(QUIZ);
    const call = (path: string, body: unknown) => {
      const headers = { "x-api-key": demo.key, "content-type": "application/json" };
      const address = `${demo.url}/api/v1/namespaces/${NAMESPACE}/quizzes/${quiz.id}${path}`;
      return fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
    };
    for (const [session, scores] of Object.entries({ ana: [6, 11], ben: [8, 9], cleo: [12, 7], dan: [4] })) {
      for (const state of scores) {
        await call("/users/anonymous/initQuiz", { sessionId: `session-${session}`, retake: true });
        const done = await call("/users/inapp/answers/submit", { sessionId: `session-${session}`, answers: { state } });
        expect(done.status).toBe(200);
      }
    }
    const page = await context.newPage();
    await page.goto("/admin/sign-in");
    await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    await page.goto(`/admin/ns/${NAMESPACE}/quizzes/${quiz.id}/insights`);
    await page.getByRole("link", { name: "Change between attempts" }).click();
    const row = page.getByRole("row", { name: /^Overall/ });
    await expect(row.getByRole("cell")).toHaveText(["3", "43.33", "45", "1.67", "25.17", "0.07", "1", "1", "1", "1"]);
    await expect(page.getByText("3 respondents have submitted both attempts. One has submitted the earlier one alone.")).toBeVisible();
    await row.getByRole("link", { name: "Overall, better: 1" }).click();
    const people = page.getByRole("region", { name: "Overall, better" });
    await expect(people.getByRole("listitem")).toHaveText(["session-ana"]);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await checkPage(page);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/changes-${width}.png`, fullPage: true });
    }
    await people.getByRole("link").click();
    await expect(page.getByRole("heading", { name: "session-ana" })).toBeVisible();
    await page.goBack();
    await page.getByLabel("To attempt").fill("1");
    await page.getByRole("button", { name: "Compare" }).click();
    await expect(page.getByText(/To attempt must be/).first()).toBeVisible();
    await checkPage(page);
    if (process.env.SHOTS) {
      await page.screenshot({ path: `${process.env.SHOTS}/changes-refused.png`, fullPage: true });
      await page.goto("/admin/account");
      await page.screenshot({ path: `${process.env.SHOTS}/account.png`, fullPage: true });
    }
  } finally {
    await context.close();
    await end();
  }
});
