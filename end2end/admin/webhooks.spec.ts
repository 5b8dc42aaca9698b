// Webhooks: setting up a receiver and getting a first event in six interactions, the deliveries, and the failures.
import { createHmac } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { Api } from "../support/api.ts";
import { expect, signIn, test } from "../support/dashboard.ts";
import { receive, type Received } from "../support/receiver.ts";
import { ADMINISTRATOR, launch, NAMESPACE } from "../support/server.ts";
import { Task } from "../support/task.ts";

function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const text = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  const signature = `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
  return String(headers["webhook-signature"]).split(" ").includes(signature);
}

/** Runs with a separate server that may send to a receiver. */
async function withReceiver(
  browser: Browser,
  scripted: boolean,
  work: (page: Page, api: Api, receiver: Awaited<ReturnType<typeof receive>>) => Promise<void>,
): Promise<void> {
  const receiver = await receive();
  const { demo, end } = await launch("--webhook-allow", receiver.host);
  const context = await browser.newContext({ baseURL: demo.url, javaScriptEnabled: scripted });
  try {
    const page = await context.newPage();
    await page.goto("/admin/sign-in");
    await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    await work(page, new Api(demo), receiver);
  } finally {
    await context.close();
    await end();
    receiver.server.close();
  }
}

/** Fails if a list is wider than its container on a small desktop. */
async function expectWholeList(page: Page, label: string): Promise<void> {
  const own = page.viewportSize()!;
  await page.setViewportSize({ width: 1100, height: 800 });
  const beyond = await page.getByRole("region", { name: label }).evaluate((list) => list.scrollWidth - list.clientWidth);
  expect(beyond, `pixels of ${label} beyond its side`).toBeLessThanOrEqual(0);
  await page.setViewportSize(own);
}

test("a newcomer has a first event in a receiver of their own", async ({ browser, scripted }) => {
  await withReceiver(browser, scripted, async (page, api, { host, received }) => {
    await page.goto("/admin");
    const task = new Task("a first event in a receiver");
    await task.click(page.getByRole("link", { name: "Tests", exact: true }));
    await task.click(page.getByRole("link", { name: "Webhooks", exact: true }));
    await task.click(page.getByRole("link", { name: "New webhook" }));
    await task.fill(page.getByLabel("Address"), `http://${host}/hooks`);
    await task.click(page.getByRole("button", { name: "Create webhook" }));
    const secret = await page.getByLabel("Secret", { exact: true }).inputValue();
    await task.click(page.getByRole("button", { name: "Send a test event" }));
    await expect(page.getByRole("status")).toContainText("The test event arrived");
    task.done();
    expect(received).toHaveLength(1);
    expect(isSigned(received[0]!, secret)).toBe(true);
    await expect(page.getByRole("status")).toContainText("noted <b>here</b>");
    // The secret is shown only once.
    expect(await page.content()).not.toContain(secret);
    const quiz = await api.create({ name: "Told of" });
    await api.submit(quiz, "en", [1, 1, 1, 1, 1, 1, 1, 1]);
    await expect.poll(() => received.map(({ body }) => (JSON.parse(body) as { type: string }).type).sort()).toEqual([
      "endpoint.test",
      "response.begun",
      "response.submitted",
    ]);
    expect(received.every((event) => isSigned(event, secret))).toBe(true);
  });
});

test("what did not arrive is seen, sent again, and the webhook is changed and deleted", async ({ browser, checkPage, scripted }) => {
  test.setTimeout(180_000);
  await withReceiver(browser, scripted, async (page, api, { host, received, reply }) => {
    const at = `/admin/ns/${NAMESPACE}/webhooks`;
    const quiz = await api.create({ name: "Told of, with a name that is long enough to be broken into several lines" });
    await page.goto(`${at}/new`);
    await page.getByLabel("Address").fill("https://10.0.0.7/hooks");
    await page.getByRole("button", { name: "Create webhook" }).click();
    await expect(page.getByRole("alert")).toContainText("The address must be one that events may be sent to: 10.0.0.7 is private");
    await checkPage(page);
    const address = `http://${host}/hooks/${"of-the-warehouse-".repeat(8)}`;
    await page.getByLabel("Address").fill(address);
    await page.getByLabel("Description").fill("The warehouse");
    await page.getByRole("checkbox", { name: "response.begun" }).check();
    await page.getByLabel("Headers of your own").fill("Authorization: Bearer abc");
    await page.getByRole("button", { name: "Create webhook" }).click();
    await expect(page.getByLabel("Secret", { exact: true })).toHaveValue(/^whsec_/);
    await checkPage(page);
    reply.status = 410;
    await page.getByRole("button", { name: "Send a test event" }).click();
    await expect(page.getByRole("status")).toContainText("the host replied 410 Gone");
    await checkPage(page);
    await api.begin(quiz, "en");
    await expect.poll(() => received.length).toBe(2);
    await page.goto(at);
    await page.getByRole("link", { name: /^http:/ }).click();
    await expect(async () => { await page.reload(); await expect(page.getByText("First error: the host replied 410 Gone.")).toBeVisible({ timeout: 500 }); }).toPass();
    await page.getByRole("link", { name: "Failed (1)" }).click();
    await expect(page.locator("tbody tr")).toHaveCount(1);
    await checkPage(page);
    await expectWholeList(page, "Events sent");
    await page.getByRole("link", { name: "Change" }).click();
    await checkPage(page);
    await page.getByRole("radio", { name: "On" }).check();
    await page.getByRole("button", { name: "Save webhook" }).click();
    await expect(page.getByRole("status")).toHaveText("The webhook is changed.");
    reply.status = 200;
    await page.getByRole("button", { name: /^Send again: response.begun of / }).click();
    await expect.poll(() => received.length).toBe(3);
    expect(received[2]!.headers["webhook-id"]).toBe(received[1]!.headers["webhook-id"]);
    expect(received[2]!.headers["authorization"]).toBe("Bearer abc");
    await page.getByRole("button", { name: "Send all failed and held" }).click();
    await expect(page.getByRole("status")).toContainText("Nothing was sent");
    await page.getByRole("link", { name: "New secret…" }).click();
    await checkPage(page);
    await page.getByRole("button", { name: "Make secret" }).click();
    await expect(page.getByLabel("Secret", { exact: true })).toHaveValue(/^whsec_/);
    await page.goto(at);
    await checkPage(page);
    await expectWholeList(page, "Webhooks");
    await page.getByRole("link", { name: /^http:/ }).click();
    await page.getByRole("link", { name: "Delete…" }).click();
    await checkPage(page);
    await page.getByRole("button", { name: "Delete webhook" }).click();
    await expect(page.getByRole("status")).toContainText("The webhook is deleted");
    await expect(page.getByRole("heading", { name: "No webhook yet" })).toBeVisible();
  });
});
