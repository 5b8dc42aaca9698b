// Hydration does not change the page visibly.
import { expect, test } from "../support/test.ts";

test("taking over leaves the page as the server drew it", async ({ page, person, optionalQuiz }) => {
  await person.begins(optionalQuiz.startPage);
  await person.answers([2, 3, 1]);
  for (const question of ["fhn1", "fhn4", "fhn8"]) {
    await person.opens(`${optionalQuiz.pageOf(person.id)}?q=${question}`);
    const [drawn, alive] = await page.evaluate(async () => {
      const text = await (await fetch(location.href)).text();
      const parsed = new DOMParser().parseFromString(text, "text/html");
      return [parsed, document].map((from) => [...from.querySelectorAll("leptos-island")].map((island) => island.outerHTML));
    });
    expect(alive).toHaveLength(1);
    expect(alive).toEqual(drawn);
  }
});

test("nothing moves while the page loads, nor by itself afterwards", async ({ page, person, words, api }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) shifts.push(entry.value);
      }
    });
    observer.observe({ type: "layout-shift", buffered: true });
  });
  await person.begins(api.openQuiz.startPage);
  await person.answers([1, 2]);
  await person.sees(3);
  await expect(person.saveStatus).toHaveText(words.saved);
  await page.waitForTimeout(600);
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
});

test("an option that is chosen before the program arrives counts", async ({ page, person, api }) => {
  await person.begins(api.openQuiz.startPage);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.wasm", async (route) => {
    await released;
    return route.continue();
  });
  await page.reload();
  await person.options.nth(3).check();
  release();
  await person.settles();
  expect(await person.chosen()).toBe(4);
  await person.continues();
  await person.sees(2);
  await expect.poll(async () => (await api.savedCodes(api.openQuiz, person.id))[0]).toBe(4);
});
