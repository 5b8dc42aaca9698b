// A quiz with as many questions as there may be: all of them stand on the page, and a tap is still answered at once.
// A slow or busy machine is allowed as much longer as a quiz of a few questions takes on it.
import type { Page } from "@playwright/test";
import type { Api, NewQuestion } from "../support/api.ts";
import type { Person } from "../support/person.ts";
import { expect, test } from "../support/test.ts";

const QUESTIONS = 200;
const TAPS = 24;
const FEW = 12;
/** In milliseconds, where a tap among a few questions has its effect after `USUAL` in the median. */
const MEDIAN = 16;
const P95 = 50;
const LONG_TASK = 50;
const USUAL = 8;

declare global {
  interface Window {
    /** From each tap or key until all it does is done and laid out. */
    effects: number[];
    longTasks: { start: number; length: number }[];
  }
}

test.describe.configure({ timeout: 180_000 });

/** Each third question is asked only after the first option of the one before. */
function questions(number: number): NewQuestion[] {
  return Array.from({ length: number }, (_, index) => ({
    id: `q${index}`,
    text: `Question of the number ${index + 1}?`,
    options: ["Never", "Seldom", "Sometimes", "Often", "Always"].map((label) => ({ label })),
    ...(index % 3 === 2 ? { showIf: { question: `q${index - 1}`, is: [1] } } : {}),
  }));
}

async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.effects = [];
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) window.longTasks.push({ start: startTime, length: duration });
    }).observe({ type: "longtask", buffered: true });
    const measure = () => {
      const start = performance.now();
      const { port1, port2 } = new MessageChannel();
      // A message comes after all that listens to the event.
      port1.onmessage = () => {
        document.body.getBoundingClientRect();
        window.effects.push(performance.now() - start);
      };
      port2.postMessage(null);
    };
    for (const name of ["click", "keydown"]) addEventListener(name, measure, { capture: true });
  });
}

const at = (times: number[], part: number) => [...times].sort((one, other) => one - other)[Math.floor(part * (times.length - 1))]!;

/** Times of so many taps in a quiz, and of the long tasks since its program came. */
async function measured(page: Page, person: Person, api: Api, number: number, taps: number) {
  const quiz = await api.create({ name: `${number} questions`, language: "en", questions: questions(number) });
  await person.opens(quiz.pageOf(await api.begin(quiz, "en")));
  await expect(page.locator(".alive")).toBeAttached();

  const begun = await page.evaluate(() => performance.getEntriesByType("resource").find(({ name }) => name.includes(".wasm"))!);
  // The page itself is read before; what the program does begins once it has come.
  const come = (begun as PerformanceResourceTiming).responseEnd;
  const ofStart = (await page.evaluate(() => window.longTasks)).filter(({ start }) => start >= come);
  await page.evaluate(() => (window.effects = []));

  for (let tap = 0; tap < taps; tap += 1) {
    // A tap sooner after the question came would count as one on the question before.
    await person.settles();
    await page.waitForTimeout(300);
    const form = page.locator("form:has(input[name=question])").filter({ visible: true });
    const id = await form.locator("input[name=question]").inputValue();
    const option = form.locator("label.option").nth(1 + (tap % 4));
    // Half of them by the keyboard, which leads on with the button.
    if (tap % 2) {
      await option.locator("input").focus();
      await page.keyboard.press("Space");
      await form.getByRole("button").first().press("Enter");
    } else {
      await option.click();
    }
    await expect(page.locator(`[data-question="${id}"]`)).toBeHidden();
  }

  const effects = await page.evaluate(() => window.effects);
  expect(effects.length).toBeGreaterThanOrEqual(taps);
  const [median, p95] = [at(effects, 0.5), at(effects, 0.95)];
  const longest = Math.max(0, ...ofStart.map(({ length }) => length));
  console.log(`${number} questions: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, longest task of the start ${longest} ms`);
  return { median, p95, longest };
}

test(`with ${QUESTIONS} questions a tap has its effect at once`, { tag: "@alone" }, async ({ page, person, api }) => {
  await watch(page);
  const few = await measured(page, person, api, FEW, FEW / 2);
  const many = await measured(page, person, api, QUESTIONS, TAPS);
  const slower = Math.max(1, few.median / USUAL);
  expect(few.median).toBeLessThanOrEqual(P95);
  expect(many.median).toBeLessThanOrEqual(MEDIAN * slower);
  expect(many.p95).toBeLessThanOrEqual(P95 * slower);
  expect(many.longest).toBeLessThanOrEqual(LONG_TASK * slower);
});
