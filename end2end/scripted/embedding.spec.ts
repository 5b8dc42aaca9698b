// A quiz in another application's page, which learns of the progress but never of the answers.
import type { FrameLocator, Page } from "@playwright/test";
import type { Api, NewQuiz, Quiz } from "../support/api.ts";
import { Host } from "../support/host.ts";
import { expect, test } from "../support/test.ts";

let host: Host;

test.beforeAll(async () => {
  host = await Host.start();
});

test.afterAll(async () => {
  await host.stop();
});

/** Returns the messages from the quiz to the page around it, in order. */
async function hears(page: Page): Promise<() => Promise<{ type: string }[]>> {
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    window.addEventListener("message", (event) => heard.push(event.data));
  });
  return () => page.evaluate(() => (window as unknown as { heard: { type: string }[] }).heard);
}

async function embedded(api: Api, more: Partial<NewQuiz> = {}): Promise<Quiz> {
  return api.create({ name: "Embedded", anonymous: false, inapp: true, allowedOrigins: [host.origin], ...more });
}

async function answersEverything(page: Page, frame: FrameLocator): Promise<void> {
  for (let number = 1; number <= 8; number += 1) {
    await frame.getByText(`Question ${number} of 8`).first().waitFor();
    await frame.locator("section:not([hidden]) input[type=radio]").first().press("Space");
    await frame.locator("section:not([hidden]) button").first().click();
    if (number < 8) await expect(page.locator("#news")).toHaveText(`Saved: fhn${number}`);
    await isShownFromItsTop(page, frame);
  }
  await expect(page.locator("#news")).toHaveText("Done: 100 of 100, healthy.");
}

/** The top of the frame and its heading are in view, and the frame is no taller than its content. */
async function isShownFromItsTop(page: Page, frame: FrameLocator): Promise<void> {
  await expect(async () => {
    const [outside, inside] = await Promise.all([
      page.locator("iframe").boundingBox(),
      frame.locator("main").evaluate(({ ownerDocument }) => ownerDocument.body.getBoundingClientRect().height),
    ]);
    expect(Math.abs(outside!.height - inside)).toBeLessThanOrEqual(1);
    expect(outside!.y).toBeGreaterThanOrEqual(-1);
  }).toPass();
  await expect(frame.locator("h1:visible")).toBeInViewport();
}

test("a quiz in another page tells how it goes on", async ({ page, api }) => {
  const quiz = await embedded(api);
  host.embeds(quiz, "embedded-person");
  const heard = await hears(page);
  await page.goto(host.origin);
  await expect(page.locator("#news")).toHaveText("Answer at your own pace.");
  await answersEverything(page, page.frameLocator("iframe"));

  const messages = await heard();
  expect(messages.map(({ type }) => type).filter((type) => type === "completed")).toHaveLength(1);
  const answers = Object.values((await api.record(quiz, "embedded-person")).qAnswers);
  for (const answer of answers) expect(JSON.stringify(messages)).not.toContain(answer);
  expect(await page.context().cookies()).toEqual([]);
});

for (const [start, from] of [[true, "the first question"], [false, "the start page"]] as const) {
  test(`begun at ${from}, one step back leaves the page around the result`, async ({ page, api }) => {
    host.embeds(await embedded(api), "embedded-person", `start: ${start},`);
    const heard = await hears(page);
    await page.goto("about:blank");
    await page.goto(host.origin);
    const frame = page.frameLocator("iframe");
    if (!start) await frame.getByRole("button", { name: "Start" }).click();
    await answersEverything(page, frame);
    const count = async (wanted: string) => (await heard()).filter(({ type }) => type === wanted).length;
    expect(await count("completed")).toBe(1);
    // A reload of the result does not repeat the message.
    const pages = await count("ready");
    await frame.locator("body").evaluate(() => location.reload());
    await expect.poll(() => count("ready")).toBe(pages + 1);
    await page.waitForTimeout(100);
    expect(await count("completed")).toBe(1);
    await page.goBack();
    await expect(page).toHaveURL("about:blank");
  });
}

test("the frame grows and shrinks with its page, and each new page begins at its top", async ({ page, api }) => {
  host.embeds(await embedded(api, { retryAfterDays: 0 }), "embedded-person");
  await page.goto(host.origin);
  const frame = page.frameLocator("iframe");
  await answersEverything(page, frame);
  await frame.getByRole("button", { name: "Take it again" }).click();
  await frame.getByText("Question 1 of 8").first().waitFor();
  await isShownFromItsTop(page, frame);
});

test("the frame wears the theme it is given, whatever the device prefers", async ({ page, api }) => {
  const quiz = await embedded(api);
  const grounds = { light: "rgb(251, 247, 241)", dark: "rgb(27, 23, 20)" };
  // Chromium passes the frame's scheme on; an emulated preference prevents that, as in other browsers.
  for (const preference of ["light", "dark", null] as const) {
    await page.emulateMedia({ colorScheme: preference });
    for (const theme of ["light", "dark"] as const) {
      host.embeds(quiz, "embedded-person", `theme: "${theme}",`);
      await page.goto(host.origin);
      await expect(page.frameLocator("iframe").locator("html")).toHaveCSS("background-color", grounds[theme]);
    }
    if (!preference) continue;
    host.embeds(quiz, "embedded-person", 'theme: "auto",');
    host.followsTheDevice();
    await page.goto(host.origin);
    await expect(page.frameLocator("iframe").locator("html")).toHaveCSS("background-color", grounds[preference]);
  }
});

test("in a page without colour schemes the frame is light, whatever the device prefers", async ({ page, api }) => {
  host.embeds(await embedded(api), "embedded-person");
  for (const preference of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: preference });
    await page.goto(host.origin);
    await expect(page.frameLocator("iframe").locator("html")).toHaveCSS("background-color", "rgb(251, 247, 241)");
  }
});

test("the frame lets the ground of the page around it through, if it is asked to", async ({ page, api }) => {
  host.embeds(await embedded(api), "embedded-person", 'background: "transparent", start: true,');
  await page.goto(host.origin);
  const frame = page.frameLocator("iframe");
  for (const part of [frame.locator("html"), frame.locator(".question .buttons:visible")]) {
    await expect(part).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  }
});

test("where the frame stays silent, a sentence and a button stand in its place", async ({ page, api, watch }) => {
  watch.allow(/frame-ancestors|ERR_BLOCKED_BY_RESPONSE/);
  const quiz = await embedded(api, { allowedOrigins: ["https://elsewhere.example"] });
  host.embeds(quiz, "embedded-person");
  await page.goto(host.origin);
  const note = page.getByRole("alert");
  await expect(note).toContainText("can’t be shown");
  await expect(page.locator("iframe")).toBeHidden();

  await api.change(quiz, { allowedOrigins: [host.origin] });
  await note.getByRole("button").click();
  await expect(page.frameLocator("iframe").locator("h1:visible")).toBeVisible();
  await expect(note).toBeHidden();
});

test("the link is copied through the page around it, or says that it was not", async ({ page, api, context, watch }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const quiz = await embedded(api);
  host.embeds(quiz, "embedded-person");
  await page.goto(host.origin);
  const frame = page.frameLocator("iframe");
  await answersEverything(page, frame);
  await frame.getByRole("button", { name: "Copy the link" }).click();
  await expect(frame.getByText("Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("embedded-person");

  watch.allow(/permissions policy/i);
  host.frames(quiz.pageInApp("embedded-person", "&lang=en"));
  await page.goto(host.origin);
  await frame.getByRole("button", { name: "Copy the link" }).click();
  await expect(frame.getByText("Select the link and copy it.")).toBeVisible();
});

test("a page that says why there are no questions is shown in the frame too", async ({ page, api, watch }) => {
  watch.allow(/status of (400|410|403|404)/);
  const quiz = await embedded(api);
  const says = async (heading: string, status: number) => {
    await page.goto(host.origin);
    const frame = page.frameLocator("iframe");
    await expect(frame.getByRole("heading", { name: heading })).toBeVisible();
    await expect(page.locator("#news")).toHaveText(`The questions cannot be shown (${status}).`);
    await isShownFromItsTop(page, frame);
  };
  host.embeds(quiz, "x");
  await says("We can’t tell who’s answering", 400);
  await api.change(quiz, { status: "closed" });
  host.embeds(quiz, "embedded-person");
  await says("This quiz is closed", 410);
});

test("a page of another origin can neither show the quiz nor hear of it", async ({ page, api, watch }) => {
  watch.allow(/frame-ancestors|ERR_BLOCKED_BY_RESPONSE/);
  host.embeds(await embedded(api, { allowedOrigins: ["https://elsewhere.example"] }), "stranger");
  const heard = await hears(page);
  await page.goto(host.origin);
  await page.waitForTimeout(500);
  await expect(page.locator("#news")).toHaveText("Loading the questions…");
  await expect(page.locator("#news")).toHaveText("The questions cannot be shown (0).");
  expect(await heard()).toEqual([]);
});
