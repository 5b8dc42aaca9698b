// A quiz with the maximum number of questions: all of them are on the page, and a tap still takes effect immediately. A
// slow or busy machine gets limits in proportion to its times for a short quiz.
import type { Page } from "@playwright/test";
import type { Api, NewQuestion } from "../support/api.ts";
import type { Person } from "../support/person.ts";
import { expect, test } from "../support/test.ts";

const QUESTIONS = 200;
const TAPS = 24;
const FEW = 12;
/** Milliseconds, for a machine on which the median of a short quiz is `USUAL`. */
const MEDIAN = 16;
const P95 = 50;
const LONG_TASK = 50;
const USUAL = 8;

declare global {
  interface Window {
    /** Time from each tap or key press until all its effects are laid out. */
    effects: number[];
    longTasks: { start: number; length: number }[];
  }
}

test.describe.configure({ timeout: 180_000 });

/** Every third question depends on the first option of the one before. */
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
      // The message is delivered after all listeners of the event have run.
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

/** Measures this many taps in a quiz, and the long tasks since its program was loaded. */
async function measured(page: Page, person: Person, api: Api, number: number, taps: number) {
  const quiz = await api.create({ name: `${number} questions`, language: "en", questions: questions(number) });
  await person.opens(quiz.pageOf(await api.begin(quiz, "en")));
  await expect(page.locator(".alive")).toBeAttached();

  const begun = await page.evaluate(() => performance.getEntriesByType("resource").find(({ name }) => name.includes(".wasm"))!);
  // Earlier long tasks parse the page; the program's work starts once it is loaded.
  const come = (begun as PerformanceResourceTiming).responseEnd;
  const ofStart = (await page.evaluate(() => window.longTasks)).filter(({ start }) => start >= come);
  await page.evaluate(() => (window.effects = []));

  for (let tap = 0; tap < taps; tap += 1) {
    // An earlier tap would count for the previous question.
    await person.settles();
    await page.waitForTimeout(300);
    const form = page.locator("form:has(input[name=question])").filter({ visible: true });
    const id = await form.locator("input[name=question]").inputValue();
    const option = form.locator("label.option").nth(1 + (tap % 4));
    // Half of the answers use the keyboard, which needs the button to move on.
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
