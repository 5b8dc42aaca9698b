// Figures as PNG, which the browser renders from the drawing: in the dashboard and on a shared report, on a desktop and
// on a phone, also for a right-to-left quiz.
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import type { NewQuiz } from "../support/api.ts";
import { DESKTOP, expect, PHONE, test } from "../support/dashboard.ts";

const quizzes = {
  English: { name: "Energy", language: "en", question: "Energy?", option: "Plenty", title: "Board" },
  Arabic: { name: "الصحة", language: "ar", question: "ما طاقتك؟", option: "كثيرة", title: "التقرير" },
};

/** Downloads a figure as PNG, which has twice the size of the drawing, and returns the fraction of dark pixels. */
async function picture(page: Page, figure: Locator): Promise<number> {
  const drawing = await figure.getByRole("link", { name: / as SVG$/ }).getAttribute("href");
  const svg = await (await page.request.get(drawing!)).text();
  const [, width, height] = /^<svg [^>]*?width="(\d+)" height="(\d+)"/.exec(svg)!.map(Number);
  const waiting = page.waitForEvent("download");
  const link = figure.getByRole("link", { name: / as PNG$/ });
  await link.click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe(await link.getAttribute("download"));
  const bytes = await readFile((await download.path())!);
  expect(bytes.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width! * 2, height! * 2]);
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext("2d")!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) dark += Number(data[at + 3] === 255 && data[at + 1]! < 128);
    return dark / (data.length / 4);
  }, bytes.toString("base64"));
}

for (const [language, words] of Object.entries(quizzes)) {
  test(`a figure of a quiz in ${language} is downloaded as PNG where scripts run`, async ({ page, api, javaScriptEnabled }) => {
    const quiz = await api.create({
      name: words.name,
      language: words.language,
      questions: [
        {
          id: "energy",
          text: words.question,
          options: [{ label: words.option }, { label: `${words.option} 2` }],
        },
      ],
    } as unknown as NewQuiz);
    for (let person = 0; person < 12; person += 1) await api.submitAll(quiz, words.language, { energy: 1 });
    const insights = `/admin/ns/${quiz.namespace}/quizzes/${quiz.id}/insights`;
    const offers = page.getByRole("link", { name: / as PNG$/ });
    if (javaScriptEnabled === false) {
      await page.goto(insights);
      await expect(page.getByRole("link", { name: / as SVG$/ }).first()).toBeVisible();
      await expect(offers).toHaveCount(0);
      return;
    }

    await page.goto(`${insights}/reports`);
    await page.getByLabel("Title").fill(words.title);
    await page.getByRole("button", { name: "Create report" }).click();
    const report = new URL(await page.locator("#report-link").inputValue()).pathname;
    // The current day's answers are published only once the quiz is closed.
    await api.change(quiz, { status: "closed" });
    await page.goto(`${insights}/reports`);
    await page.getByRole("button", { name: `Publish the report: ${words.title}` }).click();
    await expect(page.getByRole("button", { name: `Renew: ${words.title}` })).toBeVisible();

    for (const at of [insights, report]) {
      for (const size of [DESKTOP, PHONE]) {
        await page.setViewportSize(size);
        await page.goto(at);
        const figure = page.locator(".figure", { has: page.getByRole("heading", { name: words.question }) });
        const ink = await picture(page, figure);
        expect(ink, `ink of ${at}`).toBeGreaterThan(0.01);
        expect(ink, `ink of ${at}`).toBeLessThan(0.5);
      }
    }
  });
}

test("a drawing that no canvas takes is downloaded itself", async ({ page, api, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, "only a script makes pictures");
  const quiz = await api.create({
    name: "Tall",
    language: "en",
    questions: [{ id: "energy", kind: "scale", text: "Energy?", from: 1, to: 3 }],
  } as unknown as NewQuiz);
  await api.submitAll(quiz, "en", { energy: 1 });
  await page.route(/\/figures\/q-energy\.svg/, async (route) => {
    if (route.request().resourceType() !== "image") return route.continue();
    const tall = '<svg xmlns="http://www.w3.org/2000/svg" width="760" height="40000"><rect width="10" height="10"/></svg>';
    await route.fulfill({ contentType: "image/svg+xml", body: tall });
  });
  await page.goto(`/admin/ns/${quiz.namespace}/quizzes/${quiz.id}/insights`);
  const waiting = page.waitForEvent("download");
  const offer = page.locator(".figure", { has: page.getByRole("heading", { name: "Energy?" }) }).locator("a[data-picture]");
  await offer.click();
  expect((await waiting).suggestedFilename()).toBe("q-energy.svg");
  await expect(offer).toHaveText("SVG instead");
});
