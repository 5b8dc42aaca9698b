// Every kind of question without and with its error: axe's rules and the layout, in windows of many widths, in light
// and dark, left to right and right to left, and in forced colours.
import type { Locator, Page } from "@playwright/test";
import { Answering } from "../support/answering.ts";
import { EVERY_KIND, KINDS } from "../support/assessments.ts";
import { expectAccessible } from "../support/axe.ts";
import { expectSoundLayout } from "../support/layout.ts";
import { expect, test } from "../support/test.ts";

const WIDTHS = [320, 640, 768, 1280];

async function looks(page: Page, hasError = false): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    await expectSoundLayout(page);
    if (width === 320 || (width === 1280 && !hasError)) await expectAccessible(page);
  }
  await page.emulateMedia({ forcedColors: "active" });
  await expectSoundLayout(page);
  expect(await page.evaluate(unseen), "every control has an edge of its own").toEqual([]);
  await page.emulateMedia({ forcedColors: "none" });
}

/**
 * Runs in the page: controls without a border or outline. Forced colours remove backgrounds, so only these show
 * where a control is.
 */
function unseen(): string[] {
  const shown = [...document.querySelectorAll("main :is(label.option, select, textarea, input.entry, button.button)")].filter((element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  const hasEdge = (element: Element) => {
    const { borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(element);
    return outlineStyle !== "none" || (borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) > 0);
  };
  return shown.filter((element) => !hasEdge(element)).map((element) => element.outerHTML);
}

/** Runs in the page: table answers that are not aligned with their row and their heading. */
function astray(): string[] {
  const middle = (element: Element, from: "left" | "top", size: "width" | "height") => {
    const box = element.getBoundingClientRect();
    return box[from] + box[size] / 2;
  };
  const heads = [...document.querySelectorAll(".matrix .heads > *")];
  return [...document.querySelectorAll(".matrix .row")].flatMap((row) =>
    [...row.querySelectorAll("input")]
      .filter((input, index) => {
        const isBeside = Math.abs(middle(input, "top", "height") - middle(row.querySelector(".row-name")!, "top", "height")) < 10;
        return !isBeside || Math.abs(middle(input, "left", "width") - middle(heads[index]!, "left", "width")) > 10;
      })
      .map((input) => input.id),
  );
}

/** Roles and names as a screen reader gets them: the question labels its field, or the group of its fields. */
const HEARD: Record<string, (form: Locator, question: string) => Locator[]> = {
  choice: (form, name) => [form.getByRole("group", { name }).getByRole("radio", { name: "The kitchen" })],
  dropdown: (form, name) => [form.getByRole("combobox", { name })],
  buttons: (form, name) => [form.getByRole("group", { name }).getByRole("radio", { name: "Yes" })],
  multiple: (form, name) => [form.getByRole("group", { name }).getByRole("checkbox", { name: "Herbs" })],
  scale: (form, name) => {
    const group = form.getByRole("group", { name });
    return [group.getByRole("radio", { name: /^0.*Very loud/ }), group.getByRole("radio", { name: /^10.*Silent/ })];
  },
  number: (form, name) => [form.getByRole("textbox", { name })],
  text: (form, name) => [form.getByRole("textbox", { name })],
  email: (form, name) => [form.getByRole("textbox", { name })],
  date: (form, name) => ["Day", "Month", "Year"].map((part) => form.getByRole("group", { name }).getByRole("textbox", { name: part })),
  ranking: (form, name) => [form.getByRole("group", { name }).getByRole("button", { name: /Room/ }).first()],
  matrix: (form, name) => {
    const row = form.getByRole("group", { name }).getByRole("radiogroup", { name: "The stairs" });
    return [row.getByRole("radio", { name: "Fair" })];
  },
  consent: (form, name) => [form.getByRole("group", { name }).getByRole("checkbox")],
};

// Colours do not depend on the direction, so two of the four combinations cover both values of each.
for (const [tag, colorScheme] of [["en", "light"], ["ar", "dark"]] as const) {
  test.describe(`${tag}, ${colorScheme}`, () => {
    test.use({ colorScheme });
    test.describe.configure({ timeout: 120_000 });

    test("every kind and its error", async ({ page, person, scripted, api, watch }) => {
      watch.allow(/status of 422/);
      const quiz = await api.create(EVERY_KIND);
      const answering = new Answering(page, person, scripted);
      await answering.begins(`${quiz.startPage}?lang=${tag}`);
      for (const [{ id, kind, required, text }, given] of KINDS) {
        expect(await answering.current()).toBe(id);
        for (const field of tag === "en" ? (HEARD[id]?.(answering.form, text.en!) ?? []) : []) await expect(field).toBeVisible();
        await looks(page);
        // `looks` ends with a wide window.
        if (id === "matrix") expect(await page.evaluate(astray)).toEqual([]);
        if (kind !== "statement") {
          // An optional question can only fail on an invalid value.
          if (required === false) await answering.fills({ write: "nowhere" });
          // Bypasses the program, so that the server renders the page.
          await answering.form.evaluate((form) => (form as HTMLFormElement).submit());
          await expect(page.getByRole("alert").filter({ visible: true })).not.toBeEmpty();
          await person.settles();
          expect(await answering.current()).toBe(id);
          await looks(page, true);
        }
        await answering.fills(given);
        await answering.continues();
        await answering.comesTo((next) => next !== id);
      }
      // The review of the answers.
      await looks(page);
    });
  });
}
