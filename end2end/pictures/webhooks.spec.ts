// The manual's pictures of webhooks, regenerated when UPDATE_SCREENSHOTS is set.
import { Api } from "../support/api.ts";
import { ADMINISTRATOR, expect, signIn, test } from "../support/dashboard.ts";
import { afterRestore, WEBHOOKS } from "../support/held.ts";
import { sheets } from "../support/picture.ts";
import { makeWebhook, receive } from "../support/receiver.ts";
import { launch } from "../support/server.ts";

test("webhooks, and what was sent to one", async ({ browser }) => {
  test.setTimeout(180_000);
  const { server, host, received, reply } = await receive();
  const { demo, end } = await launch("--webhook-allow", host);
  const context = await browser.newContext({ baseURL: demo.url, reducedMotion: "reduce" });
  try {
    await makeWebhook(demo, "https://crm.example.com/hooks", { description: "Contacts", events: ["quiz.published"] });
    const events = ["response.begun", "response.submitted"];
    await makeWebhook(demo, `http://${host}/hooks`, { description: "The warehouse", events });
    const api = new Api(demo);
    const quiz = await api.create({ name: "Money check-up" });
    await api.submit(quiz, "en", [1, 1, 1, 1, 1, 1, 1, 1]);
    await expect.poll(() => received.length).toBe(2);
    reply.status = 503;
    await api.begin(quiz, "en");
    await expect.poll(() => received.length).toBe(3);
    const page = await context.newPage();
    await page.goto("/admin/sign-in");
    await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    await page.goto(WEBHOOKS);
    const webhook = (await page.getByRole("link", { name: /^http:/ }).getAttribute("href"))!;
    await page.goto(webhook);
    await expect(async () => { await page.reload(); await expect(page.getByText("First error").first()).toBeVisible({ timeout: 500 }); }).toPass();
    await sheets(page, { webhooks: WEBHOOKS, webhook, "new-webhook": `${WEBHOOKS}/new` });
  } finally {
    await context.close();
    await end();
    server.close();
  }
});

test("what is held after a restore", async ({ browser }) => {
  test.setTimeout(180_000);
  await afterRestore(browser, true, async ({ page }) => {
    await sheets(page, { held: `${WEBHOOKS}/held` });
  });
});
