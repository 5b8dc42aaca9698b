// Pictures of a quiz: in the editor, where a script scales and uploads them, and without scripts on a separate page.
import { QuizEditor } from "../support/editor.ts";
import { expect, test } from "../support/dashboard.ts";
import { disc } from "../support/png.ts";

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "image/png", buffer });

test("a question and its options get pictures, and lose them", async ({ page, checkPage, javaScriptEnabled, watch, api }, info) => {
  watch.allow(/status of 422/);
  const scripted = javaScriptEnabled !== false;
  const editor = new QuizEditor(page, scripted);
  await editor.begins("With pictures");
  await editor.presses("add questions choice");
  const question = "questions.q1";
  const [green] = await editor.items(`${question}.options`, "label");
  await editor.writes({ [`${question}.text`]: "Which tea?", [`${green}.label`]: "Green", [`${(await editor.items(`${question}.options`, "label"))[1]}.label`]: "Black" });
  await editor.saves();
  const base = new URL(page.url()).pathname.replace(/\/edit.*/, "");

  if (scripted) {
    const around = page.locator(`[id="${question}.image"]`);
    // Wider than pages show, and larger than the server accepts.
    await around.locator("input[type=file]").setInputFiles(file("tea.png", disc(2400, 1200, [80, 140, 60], true)));
    await expect(around.getByRole("img", { includeHidden: true }).or(around.locator("img"))).toBeVisible({ timeout: 30_000 });
    await editor.writes({ [`${question}.image.alt`]: "A pot of tea" });
    await editor.saves();
    await page.screenshot({ path: info.outputPath("editor.png"), fullPage: true });
    await around.locator("input[type=file]").setInputFiles(file("none.png", Buffer.from("no picture")));
    await expect(around.getByRole("status")).toContainText("can’t be read as a picture");
    await checkPage(page);
  } else {
    await page.goto(`${base}/pictures`);
    await page.getByLabel("File").setInputFiles(file("none.png", Buffer.from("no picture")));
    await page.getByRole("button", { name: "Add picture" }).click();
    await expect(page.getByRole("alert")).toContainText("PNG, JPEG or WebP");
    await page.getByLabel("File").setInputFiles(file("tea.png", disc(400, 200, [80, 140, 60])));
    await page.getByLabel("Shown at").selectOption({ label: "Question “Which tea?”" });
    await page.getByLabel("What the picture shows").fill("A pot of tea");
    await page.getByRole("button", { name: "Add picture" }).click();
    await expect(page.getByRole("status").first()).toHaveText("The picture is added.");
  }

  await page.goto(`${base}/pictures`);
  await expect(page.getByRole("cell", { name: "Question “Which tea?”" })).toBeVisible();
  await checkPage(page);
  await page.screenshot({ path: info.outputPath("pictures.png"), fullPage: true });
  await page.goto(`${base}/preview?q=q1`);
  const shown = page.getByRole("img", { name: "A pot of tea" });
  await expect(shown).toBeVisible();
  const width = Number(await shown.getAttribute("width"));
  expect(width).toBeGreaterThan(100);
  expect(width).toBeLessThanOrEqual(1600);

  await editor.opens(`${base}/edit/q/q1`);
  await editor.presses(`remove ${question}.image`);
  await editor.saves();
  await page.goto(`${base}/pictures`);
  await page.getByRole("button", { name: "Delete picture 1" }).click();
  await expect(page.getByRole("status").first()).toHaveText("The picture is deleted.");
  await expect(page.getByText("No picture yet")).toBeVisible();
});
