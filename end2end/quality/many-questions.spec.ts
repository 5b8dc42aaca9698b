// A quiz with as many questions as there may be: all of them stand on the page, and a tap is still answered at once.
import type { Page } from "@playwright/test";
import type { NewQuestion } from "../support/api.ts";
import { expect, test } from "../support/test.ts";

const QUESTIONS = 200;
const TAPS = 40;
/** In milliseconds. */
const MEDIAN = 16;
const P95 = 50;
const LONG_TASK = 50;

declare global {
  interface Window {
    /** From each tap or key until all it does is done and laid out. */
    effects: number[];
    longTasks: { start: number; length: number }[];
  }
}

test.describe.configure({ timeout: 180_000 });

/** Each third question is asked only after the first option of the one before. */
const questions: NewQuestion[] = Array.from({ length: QUESTIONS }, (_, index) => ({
  id: `q${index}`,
  text: `Question of the number ${index + 1}?`,
  options: ["Never", "Seldom", "Sometimes", "Often", "Always"].map((label) => ({ label })),
  ...(index % 3 === 2 ? { showIf: { question: `q${index - 1}`, is: [1] } } : {}),
}));

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

const sorted = (times: number[]) => [...times].sort((one, other) => one - other);
const at = (times: number[], part: number) => sorted(times)[Math.floor(part * (times.length - 1))]!;

test(`with ${QUESTIONS} questions a tap has its effect at once`, { tag: "@alone" }, async ({ page, person, api }) => {
  const quiz = await api.create({ name: "Two hundred questions", language: "en", questions });
  const user = await api.begin(quiz, "en");
  await watch(page);
  await person.opens(quiz.pageOf(user));
  await expect(page.locator(".alive")).toBeAttached();

  const begun = await page.evaluate(() => performance.getEntriesByType("resource").find(({ name }) => name.includes(".wasm"))!);
  // The page itself is read before; what the program does begins once it has come.
  const come = (begun as PerformanceResourceTiming).responseEnd;
  const ofStart = (await page.evaluate(() => window.longTasks)).filter(({ start }) => start >= come);
  const inspector = await page.context().newCDPSession(page);
  await inspector.send("Performance.enable");
  const metrics = async () =>
    new Map((await inspector.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value * 1000]));
  const before = await metrics();
  await page.evaluate(() => (window.effects = []));

  for (let tap = 0; tap < TAPS; tap += 1) {
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

  const after = await metrics();
  const effects = await page.evaluate(() => window.effects);
  const each = ["ScriptDuration", "LayoutDuration", "RecalcStyleDuration"].map(
    (name) => `${name} ${((after.get(name)! - before.get(name)!) / TAPS).toFixed(1)}`,
  );
  const [median, p95] = [at(effects, 0.5), at(effects, 0.95)];
  console.log(`${QUESTIONS} questions: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms; a tap: ${each.join(", ")} ms`);
  console.log(`long tasks of the start: ${ofStart.map(({ length }) => length.toFixed(0)).join(", ") || "none"}`);
  expect(effects.length).toBeGreaterThanOrEqual(TAPS);
  expect(median).toBeLessThanOrEqual(MEDIAN);
  expect(p95).toBeLessThanOrEqual(P95);
  expect(ofStart.filter(({ length }) => length > LONG_TASK)).toEqual([]);
});
