// A complete quiz without a mouse.
import { Keyboard } from "../support/keyboard.ts";
import { expectScores, MIXED, MIXED_SCORES } from "../support/result.ts";
import { expect, test } from "../support/test.ts";

test("a quiz is taken with the keyboard alone", async ({ page, person, words, api }) => {
  const keyboard = new Keyboard(page);
  await person.opens(api.openQuiz.startPage);
  await keyboard.tabsTo(person.startButton);
  await keyboard.presses("Enter");
  for (const [index, code] of MIXED.entries()) {
    await person.sees(index + 1);
    await keyboard.chooses(person.options, code);
    await keyboard.tabsTo(person.continueButton);
    await keyboard.presses(index % 2 === 0 ? "Enter" : "Space");
    person.wentOn();
  }
  await person.seesResult();
  await expectScores(page, words, MIXED_SCORES.score, MIXED_SCORES.areas);
});

test("arrow keys choose and stay; enter goes on", async ({ page, person, api }) => {
  const sent: string[] = [];
  const keyboard = new Keyboard(page);
  await person.begins(api.openQuiz.startPage);
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));

  await keyboard.chooses(person.options, 1);
  for (const [key, chosen] of [["ArrowDown", 2], ["ArrowRight", 3], ["ArrowUp", 2], ["ArrowLeft", 1], ["ArrowUp", 5]] as const) {
    await keyboard.presses(key);
    await expect(person.options.nth(chosen - 1)).toBeChecked();
  }
  await person.sees(1);
  // With scripts each choice is saved; there are no other requests.
  expect(sent.filter((url) => !url.endsWith("/users/anonymous/answers"))).toEqual([]);

  await keyboard.presses("Enter");
  await person.sees(2);
  await expect.poll(() => api.savedCodes(api.openQuiz, person.id)).toEqual([5, ...Array<null>(7).fill(null)]);
});

test("the first stop leads past the head of the page", async ({ page, person, api }) => {
  const keyboard = new Keyboard(page);
  await person.begins(api.openQuiz.startPage);
  await person.reloads();
  await keyboard.presses("Tab");
  const skip = page.locator("a[href='#main']");
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await keyboard.presses("Enter");
  await keyboard.tabsTo(person.options.first());
  await expect(page.locator("#main")).toContainText((await person.heading.textContent()) ?? "");
});

test("the focus can always be seen", async ({ page, person, api }) => {
  const keyboard = new Keyboard(page);
  await person.begins(api.openQuiz.startPage);
  await person.reloads();
  const stops = new Set<string>();
  while (!(await person.continueButton.evaluate((button) => button === document.activeElement))) {
    await keyboard.presses("Tab");
    const { name, outline } = await page.evaluate(() => {
      const focused = document.activeElement!;
      // The outline of a radio button is drawn around its label.
      const marked = [focused, focused.closest("label")].filter((element) => element !== null);
      const outline = Math.max(
        ...marked.map((element) => {
          const style = getComputedStyle(element);
          return style.outlineStyle === "none" ? 0 : Number.parseFloat(style.outlineWidth);
        }),
      );
      return { name: focused.outerHTML, outline };
    });
    expect(outline, `an outline around ${name}`).toBeGreaterThanOrEqual(2);
    stops.add(name);
    expect(stops.size).toBeLessThan(20);
  }
  expect(stops.size).toBeGreaterThanOrEqual(4);
});
