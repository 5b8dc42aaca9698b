// A server restored from a backup that contains a pending event.
import type { Browser, Page } from "@playwright/test";
import { Api } from "./api.ts";
import { expect, signIn } from "./dashboard.ts";
import { makeWebhook, receive, type Received } from "./receiver.ts";
import { ADMINISTRATOR, launch, launchRestored, NAMESPACE } from "./server.ts";

export const WEBHOOKS = `/admin/ns/${NAMESPACE}/webhooks`;

export interface Restored {
  page: Page;
  received: Received[];
  /** The id of the pending event. */
  event: string;
}

/** Runs with such a server, and a receiver that accepts every request. */
export async function afterRestore(browser: Browser, scripted: boolean, work: (restored: Restored) => Promise<void>): Promise<void> {
  const { server, host, received, reply } = await receive();
  const allowed = ["--webhook-allow", host];
  const before = await launch(...allowed);
  let running = before;
  try {
    await makeWebhook(before.demo, `http://${host}/hooks`, { events: ["response.begun"] });
    const api = new Api(before.demo);
    const quiz = await api.create({ name: "Told of" });
    reply.status = 500;
    await api.begin(quiz, "en");
    await expect.poll(() => received.length).toBe(1);
    running = await launchRestored(before.demo, ...allowed);
    await before.end();
    reply.status = 200;
    const event = String(received.splice(0)[0]!.headers["webhook-id"]);
    const context = await browser.newContext({ baseURL: running.demo.url, javaScriptEnabled: scripted });
    const page = await context.newPage();
    await page.goto("/admin/sign-in");
    await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    await page.goto(WEBHOOKS);
    await work({ page, received, event });
    await context.close();
  } finally {
    await running.end();
    server.close();
  }
}
