// Browsers with a default font of 1.5 and 2 times the usual size. Unlike font sizes that a page sets, this setting also
// affects media queries.
import { type Browser, chromium, type Page } from "@playwright/test";
import { EVERY_KIND, KINDS } from "../support/assessments.ts";
import type { Api, NewQuestion, NewQuiz } from "../support/api.ts";
import * as browsers from "../support/browser.ts";
import { Host } from "../support/host.ts";
import { expectSoundLayout } from "../support/layout.ts";
import { MIXED } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

const WIDTHS = [320, 360, 390, 1280];

/** Realistic very long words without a break opportunity. */
const WORDS = {
  de: "Rechtsschutzversicherungsgesellschaftsangelegenheiten",
  ar: "أفاستسقيناكموهاوالاستقلاليات",
  ja: "個人情報の取り扱いに関する同意事項の確認について",
};
type Tag = keyof typeof WORDS;

/** Replaces each text of the definition with a very long word. */
function worded(definition: NewQuiz, language: Tag): NewQuiz {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return "en" in value ? WORDS[language] : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, walk(part)]));
  };
  return { ...(walk(definition) as NewQuiz), language };
}

/** Checks the page at all widths. */
async function looks(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 640 });
    await expectSoundLayout(page);
  }
}

async function withLetters(size: number, base: string, look: (page: Page) => Promise<void>): Promise<void> {
  const args = [...browsers.flags, `--blink-settings=defaultFontSize=${size},defaultFixedFontSize=${Math.round(size * 0.8)}`];
  const browser: Browser = await chromium.launch({ executablePath: browsers.chromium(), args });
  const context = await browser.newContext({ baseURL: base, locale: "en-GB", reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto("/");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${size}px`);
  await look(page);
  await browser.close();
}

async function unfolds(page: Page): Promise<void> {
  for (const summary of await page.locator("main details > summary").all()) if (await summary.isVisible()) await summary.click();
}

/** The page asks once about answers that were begun elsewhere. */
async function goesOn(page: Page): Promise<void> {
  const asked = page.locator("dialog.asking-first");
  await expect(asked).toBeVisible();
  await looks(page);
  await asked.getByRole("button").first().click();
  await expect(asked).toBeHidden();
}

/** Takes a question of each kind, without and with its error. */
async function takes(page: Page, api: Api, language: Tag): Promise<void> {
  const last = EVERY_KIND.questions!.at(-1)!;
  for (const [question] of KINDS) {
    const { id, kind, required } = question;
    const questions = [question as NewQuestion, ...(id === last.id ? [] : [last])];
    const quiz = await api.create(worded({ ...EVERY_KIND, questions }, language));
    await page.goto(`${quiz.startPage}?lang=${language}`);
    if (kind === "statement") await looks(page);
    await page.locator(".start form button[type=submit]").first().click();
    const form = page.locator(`form:has(input[name=question][value="${id}"])`).filter({ visible: true });
    await expect(form).toHaveCount(1);
    await looks(page);
    if (kind === "statement" || required === false) continue;
    await page.waitForTimeout(500);
    await form.locator("button[type=submit]:not([value=skip])").filter({ visible: true }).first().click();
    await expect(page.getByRole("alert").first()).toBeVisible();
    await looks(page);
  }
}

test.describe.configure({ timeout: 120_000 });

for (const size of [24, 32]) {
  for (const language of Object.keys(WORDS) as Tag[]) {
    test(`letters of ${size} pixels, every kind of question in ${language}`, async ({ api, demo }) => {
      await withLetters(size, demo.url, (page) => takes(page, api, language));
    });
  }

  test(`letters of ${size} pixels, all other pages`, async ({ api, demo }) => {
    const quiz = await api.create(worded({ ...EVERY_KIND, questions: EVERY_KIND.questions!.slice(1, 3) }, "de"));
    const host = await Host.start();
    await withLetters(size, demo.url, async (page) => {
      for (const address of ["/", "/nowhere"]) {
        await page.goto(address);
        await looks(page);
      }
      // In the middle of a quiz: the folded parts, the review, and the confirmation before everything is deleted.
      const user = await api.begin(quiz, "de");
      await page.goto(quiz.pageOf(user));
      await goesOn(page);
      const answers = `${quiz.base}/api/v1/namespaces/${quiz.namespace}/quizzes/${quiz.id}/users/anonymous/answers`;
      for (const [questionId, answer] of [["choice", 1], ["dropdown", 2]]) {
        expect((await page.request.post(answers, { data: { anon_id: user, questionId, answer } })).status()).toBe(200);
      }
      for (const more of ["?q=choice", "?lang=de", "?erase=ask"]) {
        await page.goto(quiz.pageOf(user) + more);
        await unfolds(page);
        await looks(page);
      }
      // Results of the built-in questions, and of a definition with every feature.
      for (const language of ["en", "es"]) {
        await page.goto(api.openQuiz.pageOf(await api.submit(api.openQuiz, language, MIXED)));
        await unfolds(page);
        await looks(page);
      }
      // Embedded in another page's frame.
      const framed = await api.create({ ...worded({ ...EVERY_KIND, questions: EVERY_KIND.questions!.slice(1, 6) }, "de"), anonymous: false, inapp: true, allowedOrigins: [host.origin] });
      host.embeds(framed, crypto.randomUUID());
      await page.goto(host.origin);
      const frame = page.frameLocator("iframe").locator("main").first();
      await expect(frame).toBeVisible();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 640 });
        await expectSoundLayout(page.frames()[1]!);
      }
      await api.change(quiz, { status: "closed" });
      await page.goto(quiz.pageOf(user));
      await looks(page);
    });
    await host.stop();
  });
}

