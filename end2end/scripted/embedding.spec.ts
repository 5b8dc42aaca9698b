// A quiz inside another application's page, which is told how it goes on, and never what was answered.
import type { Page } from "@playwright/test";
import { Host } from "../support/host.ts";
import { expect, test } from "../support/test.ts";

let host: Host;

test.beforeAll(async () => {
  host = await Host.start();
});

test.afterAll(async () => {
  await host.stop();
});

/** What the quiz tells the page around it, in order. */
async function hears(page: Page): Promise<() => Promise<{ type: string }[]>> {
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    window.addEventListener("message", (event) => heard.push(event.data));
  });
  return () => page.evaluate(() => (window as unknown as { heard: { type: string }[] }).heard);
}

test("a quiz in another page grows with its content and tells how it goes on", async ({ page, api, demo }) => {
  const quiz = await api.create({ name: "Embedded", anonymous: false, inapp: true, allowedOrigins: [host.origin] });
  host.embeds(demo.url, `${quiz.namespace}/${quiz.id}`, "embedded-person");
  const heard = await hears(page);
  await page.goto(host.origin);
  await expect(page.locator("#news")).toHaveText("Answer at your own pace.");
  const frame = page.frameLocator("iframe");
  for (let number = 1; number <= 8; number += 1) {
    await frame.getByText(`Question ${number} of 8`).first().waitFor();
    await frame.locator("section:not([hidden]) input[type=radio]").first().check();
    await frame.locator("section:not([hidden]) button").first().click();
    if (number < 8) await expect(page.locator("#news")).toHaveText(`Saved: fhn${number}`);
  }
  await expect(page.locator("#news")).toHaveText("Done: 100 of 100, healthy.");

  const messages = await heard();
  expect(messages.map(({ type }) => type).filter((type) => type === "completed")).toHaveLength(1);
  const answers = Object.values((await api.record(quiz, "embedded-person")).qAnswers);
  for (const answer of answers) expect(JSON.stringify(messages)).not.toContain(answer);

  await expect(async () => {
    const [outside, inside] = await Promise.all([
      page.locator("iframe").evaluate((element) => element.clientHeight),
      frame.locator("html").evaluate((element) => element.scrollHeight),
    ]);
    expect(Math.abs(outside - inside)).toBeLessThanOrEqual(1);
  }).toPass();
  expect(await page.context().cookies()).toEqual([]);
});

test("a page of another origin can neither show the quiz nor hear of it", async ({ page, api, demo, watch }) => {
  watch.allow(/frame-ancestors|ERR_BLOCKED_BY_RESPONSE/);
  const allowedOrigins = ["https://elsewhere.example"];
  const quiz = await api.create({ name: "Embedded", anonymous: false, inapp: true, allowedOrigins });
  host.embeds(demo.url, `${quiz.namespace}/${quiz.id}`, "stranger");
  const heard = await hears(page);
  await page.goto(host.origin);
  await page.waitForTimeout(500);
  await expect(page.locator("#news")).toHaveText("Loading the questions…");
  expect(await heard()).toEqual([]);
});
