// Everyday tasks, started on the overview of a quiz or on the page of a namespace, with their interactions counted:
// none takes more than six.
import { readFile } from "node:fs/promises";
import { expect, signIn, test } from "../support/dashboard.ts";
import { ADMINISTRATOR, launch, NAMESPACE } from "../support/server.ts";
import { Task } from "../support/task.ts";
import { codeOf } from "../support/totp.ts";

const AT = `/admin/ns/${NAMESPACE}`;
const BEST = [1, 1, 1, 1, 1, 1, 1, 1];
const WORST = [5, 5, 4, 5, 4, 4, 4, 5];

test("a question is reworded", async ({ page, api, scripted }) => {
  const options = [{ label: { en: "A cat" } }, { label: { en: "A dog" } }];
  const question = { text: { en: "A pet?" }, options };
  const quiz = await api.create({ name: "To be reworded", questions: [{ id: "fhn1" }, { id: "pet", ...question }] });
  await page.goto(`${AT}/quizzes/${quiz.id}`);
  const task = new Task("reword a question");
  await task.click(page.getByRole("link", { name: "Edit", exact: true }));
  if (scripted) await expect(page.locator("#editor.ed-live")).toBeVisible();
  await task.click(page.getByRole("link", { name: "A pet?" }));
  await task.fill(page.getByRole("textbox", { name: "Question", exact: true }), "Which pet do you have?");
  if (scripted) await expect(page.locator("#state")).toContainText("Saved");
  else await task.click(page.getByRole("region", { name: "Question" }).getByRole("button", { name: "Save draft" }));
  await task.click(page.getByRole("link", { name: "Publish", exact: true }));
  await task.click(page.getByRole("button", { name: "Publish changes" }));
  await expect(page.getByRole("status").filter({ hasText: "Changes published." })).toBeVisible();
  task.done();
  const { questions } = await api.publicQuiz(quiz, "en");
  expect(questions[1]!.text).toBe("Which pet do you have?");
});

test("a person is found by e-mail address, read and erased", async ({ page, api }) => {
  const quiz = await api.create({ name: "To be searched", anonymous: false });
  const ana = await api.invite(quiz, { name: "Ana López", email: "ana@example.com" });
  const bo = await api.invite(quiz, { name: "Bo", email: "bo@example.com" });
  for (const { id } of [ana, bo]) await api.submitInvited(quiz, id, BEST);
  await page.goto(`${AT}/quizzes/${quiz.id}`);

  const find = new Task("find a person by e-mail address");
  await find.click(page.getByRole("link", { name: "Answers", exact: true }));
  const search = page.getByRole("searchbox");
  await find.fill(search, "ana@example");
  await find.press(search, "Enter");
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await find.click(page.getByRole("link", { name: "Ana López", exact: true }));
  await expect(page.getByRole("heading", { name: "Ana López" })).toBeVisible();
  find.done();

  await page.goto(`${AT}/quizzes/${quiz.id}`);
  const erase = new Task("read a person's answers and erase them");
  await erase.click(page.getByRole("link", { name: "Answers", exact: true }));
  await erase.click(page.getByRole("link", { name: "Ana López", exact: true }));
  // Both are near: the answers start within the first window, and the link to erase them is above.
  const answers = page.getByRole("heading", { name: "Answers", exact: true, level: 2 });
  expect((await answers.boundingBox())!.y).toBeLessThan(page.viewportSize()!.height);
  const link = page.getByRole("link", { name: "Erase…" });
  expect((await link.boundingBox())!.y).toBeLessThan((await answers.boundingBox())!.y);
  await erase.click(link);
  await erase.click(page.getByRole("button", { name: "Erase the answers" }));
  await expect(page.getByRole("status").filter({ hasText: "The person is erased, with all answers." })).toBeVisible();
  erase.done();
});

test("those in the lowest band since a day, and those who answered in Spanish, are counted", async ({ page, api }) => {
  const quiz = await api.create({ name: "To be counted" });
  for (const language of ["en", "es", "es", "es"] as const) await api.submit(quiz, language, WORST);
  await api.submit(quiz, "en", BEST);
  await page.goto(`${AT}/quizzes/${quiz.id}`);

  const band = new Task("count the lowest band since a day");
  await band.click(page.getByRole("link", { name: "Answers", exact: true }));
  await band.click(page.getByText("Filter", { exact: true }));
  await band.choose(page.getByLabel("Band"), { value: "band=vulnerable" });
  await band.fill(page.getByLabel("Submitted on or after"), "2020-01-01");
  await band.click(page.getByRole("button", { name: "Apply" }));
  await expect(page.getByText("4 of 5 responses")).toBeVisible();
  band.done();

  await page.goto(`${AT}/quizzes/${quiz.id}`);
  const language = new Task("compare two languages");
  await language.click(page.getByRole("link", { name: "Answers", exact: true }));
  await language.click(page.getByText("Filter", { exact: true }));
  await language.click(page.getByRole("link", { name: "Español", exact: true }));
  await expect(page.getByText("3 of 5 responses")).toBeVisible();
  await language.click(page.getByText("Filter", { exact: true }));
  await language.click(page.getByRole("link", { name: "English", exact: true }));
  await expect(page.getByText("2 of 5 responses")).toBeVisible();
  language.done();
});

test("the scores of two groups are compared", async ({ page, api, checkPage }) => {
  const quiz = await api.create({ name: "Of two groups" });
  for (const language of ["es", "es"] as const) await api.submit(quiz, language, WORST);
  await api.submit(quiz, "en", BEST);
  await page.goto(`${AT}/quizzes/${quiz.id}`);
  const task = new Task("compare two groups");
  await task.click(page.getByRole("link", { name: "Insights", exact: true }));
  await task.click(page.getByText("Period, segment, comparison", { exact: true }));
  await task.choose(page.getByLabel("Compare groups by"), "Language");
  await task.click(page.getByRole("button", { name: "Apply" }));
  const figure = page.getByRole("region", { name: "Overall score – Language", exact: true });
  // On a phone the form stands above it.
  if (page.viewportSize()!.width > 600) await expect(figure).toBeInViewport();
  await figure.getByText("The numbers").click();
  await expect(figure.locator("tbody tr").filter({ hasText: "Español" })).toContainText("2");
  task.done();
  await checkPage(page);
});

test("three columns of one month are exported", async ({ page, api }) => {
  const quiz = await api.create({ name: "Of this month" });
  await api.submit(quiz, "en", BEST);
  await page.goto(`${AT}/quizzes/${quiz.id}`);
  const task = new Task("export three columns of a month");
  await task.click(page.getByRole("link", { name: "Exports", exact: true }));
  const month = page.getByLabel("Started in");
  const name = await month.locator("option").nth(1).innerText();
  await task.choose(month, name);
  for (const column of ["Submitted", "Score", "Language"]) {
    await task.click(page.getByRole("checkbox", { name: column, exact: true }));
  }
  // The download starts automatically.
  const arriving = page.waitForEvent("download", { timeout: 30_000 });
  await task.click(page.getByRole("button", { name: "Export", exact: true }));
  const text = await readFile(await (await arriving).path(), "utf8");
  task.done();
  const lines = text.trim().split("\r\n");
  expect(lines[0]).toBe("Person,Submitted (UTC),Score,Band,Language");
  expect(lines).toHaveLength(2);
});

test("two hundred people with further columns are invited", async ({ page, api }) => {
  const quiz = await api.create({ name: "For two hundred", anonymous: false });
  await api.invite(quiz, { name: "The first one" });
  const people = Array.from({ length: 200 }, (_, index) => `Person ${index},p${index}@example.com,${index},Madrid,gold`);
  await page.goto(`${AT}/quizzes/${quiz.id}`);
  const task = new Task("invite two hundred people");
  await task.click(page.getByRole("link", { name: "Share", exact: true }));
  await task.click(page.getByText("Invite people", { exact: true }));
  const text = ["Name,E-mail,Branch,City,Plan", ...people].join("\n");
  await task.take(page.getByLabel("Or a CSV file"), "people.csv", text);
  await task.click(page.getByRole("button", { name: "Continue" }));
  await task.click(page.getByRole("button", { name: "Create 200 invitations" }));
  await expect(page.getByRole("link", { name: "201 not started" })).toBeVisible();
  task.done();
});

test("a viewer is added, and two-factor authentication is set up and required", async ({ browser, scripted }) => {
  // A separate server, since the namespace's requirement would affect the other tests.
  const { demo, end } = await launch();
  const context = await browser.newContext({ baseURL: demo.url, javaScriptEnabled: scripted });
  const page = await context.newPage();
  try {
    await page.goto("/admin/sign-in");
    await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    await page.goto(AT);
    const add = new Task("add a viewer");
    await add.click(page.getByRole("link", { name: "Members", exact: true }));
    await add.fill(page.getByLabel("E-mail address"), "viewer@example.com");
    await add.click(page.getByRole("radio", { name: "Viewer", exact: true }));
    await add.click(page.getByRole("button", { name: "Offer the role" }));
    await expect(page.getByLabel("One-time link")).toHaveValue(/\/admin\/offer\//);
    add.done();

    await page.goto(AT);
    const setUp = new Task("set up two-factor authentication");
    await setUp.click(page.getByRole("link", { name: "admin", exact: true }));
    await setUp.click(page.getByRole("button", { name: /^Set up / }));
    await setUp.fill(page.getByLabel("Code"), codeOf(await page.locator(".secret").innerText()));
    const password = page.locator("#factor-password");
    await setUp.fill(password, ADMINISTRATOR.password);
    await setUp.click(page.getByRole("button", { name: /^Turn / }));
    await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
    setUp.done();

    await page.goto(AT);
    const require = new Task("require two-factor authentication");
    await require.click(page.getByRole("link", { name: "Settings", exact: true }));
    await require.click(page.getByRole("checkbox", { name: /^Require / }));
    await require.click(page.getByRole("button", { name: "Save setting" }));
    const confirm = page.getByRole("button", { name: /^Require / });
    if (await confirm.isVisible()) await require.click(confirm);
    await expect(page.getByRole("status")).toHaveText("The setting is saved.");
    require.done();
    // The administrator who sets the requirement is not signed out.
    await page.goto(AT);
    await expect(page.getByRole("heading", { level: 1, name: "Quizzes" })).toBeVisible();
  } finally {
    await context.close();
    await end();
  }
});
