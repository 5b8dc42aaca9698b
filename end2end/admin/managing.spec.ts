// Exports, API keys, members, the audit log.
import { expect, test } from "../support/dashboard.ts";
import { NAMESPACE } from "../support/server.ts";

const AT = `/admin/ns/${NAMESPACE}`;

test("an export is asked for, followed and fetched", async ({ api, page, checkPage, scripted }) => {
  const quiz = await api.create({ name: "To be exported" });
  await page.goto(`${AT}/quizzes/${quiz.id}/exports`);
  await expect(page.getByRole("heading", { name: "No export yet" })).toBeVisible();
  await checkPage(page);
  await page.getByLabel("Format").selectOption("JSON lines");
  await page.getByRole("button", { name: "Export" }).click();
  const file = page.getByRole("link", { name: /^Download \(/ });
  // Without scripts the page does not update itself.
  if (!scripted) await expect(async () => { await page.reload(); await expect(file).toBeVisible({ timeout: 500 }); }).toPass();
  await expect(file).toBeVisible();
  await expect(page.getByText("SHA-256")).toBeVisible();
  await checkPage(page);
  const download = page.waitForEvent("download");
  await file.click();
  expect((await download).suggestedFilename()).toMatch(new RegExp(`^${quiz.id}-.*\\.jsonl$`));
});

test("a key is made, shown once, and revoked", async ({ page, checkPage, watch, javaScriptEnabled }, { project }) => {
  watch.allow(/status of 422/);
  const label = `Key of ${project.name}`;
  await page.goto(`${AT}/keys`);
  await page.getByLabel("Days until it expires").fill("0");
  await page.getByLabel("Label").fill(label);
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("alert")).toContainText("must be 1 to 36500 days");
  await checkPage(page);
  await page.getByLabel("Days until it expires").fill("30");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = page.getByLabel("API key", { exact: true });
  await expect(key).toHaveValue(/^qa_/);
  await checkPage(page);
  if (javaScriptEnabled !== false) {
    await page.reload();
    await expect(page.getByRole("row", { name: new RegExp(label) })).toHaveCount(1);
  }
  await page.goto(`${AT}/keys`);
  await expect(key).toHaveCount(0);
  await page.getByRole("link", { name: `Revoke ${label}` }).click();
  await checkPage(page);
  await page.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("status")).toHaveText("The key is revoked.");
  await expect(page.getByRole("row", { name: new RegExp(`${label}.*revoked`) })).toBeVisible();
});

test("a role is offered and withdrawn", async ({ page, checkPage }, { project }) => {
  const email = `${project.name.replace(/\W+/g, "-").toLowerCase()}.offered@example.com`;
  await page.goto(`${AT}/members`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("radio", { name: "Viewer", exact: true }).check();
  await page.getByRole("button", { name: "Offer the role" }).click();
  await expect(page.getByLabel("One-time link")).toHaveValue(/\/admin\/offer\//);
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Viewer");
  await checkPage(page);
  await page.getByRole("link", { name: `Withdraw the offer to ${email}` }).click();
  await checkPage(page);
  await page.getByRole("button", { name: "Withdraw offer" }).click();
  await expect(page.getByRole("status")).toHaveText("The offer is withdrawn. Its link no longer works.");
  await expect(page.getByText(email)).toHaveCount(0);
});

test("a person who has no account accepts, and is changed, signed out and removed", async ({
  page,
  browser,
  checkPage,
  scripted,
}, { project }) => {
  const email = `${project.name.replace(/\W+/g, "-").toLowerCase()}@example.com`;
  await page.goto(`${AT}/members`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("radio", { name: "Viewer", exact: true }).check();
  await page.getByRole("button", { name: "Offer the role" }).click();
  const link = page.getByLabel("One-time link");
  const theirs = await browser.newContext({ javaScriptEnabled: scripted });
  const person = await theirs.newPage();
  await person.goto(await link.inputValue());
  await person.getByLabel("Password", { exact: true }).fill("kestrels over the harbour");
  await person.getByRole("button", { name: "Accept and sign in" }).click();
  await expect(person.getByRole("status")).toHaveText("You are a member of this namespace now.");

  await page.goto(`${AT}/members`);
  const row = page.getByRole("row", { name: new RegExp(email) });
  await row.getByRole("combobox").selectOption("owner");
  await row.getByRole("button", { name: "Change" }).click();
  await expect(page.getByRole("status")).toHaveText("The role is changed.");
  await expect(link).toHaveCount(0);
  await row.getByRole("link", { name: "Reset password link" }).click();
  await checkPage(page);
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(link).toHaveValue(/\/admin\/link\//);
  const reset = await link.inputValue();
  if (scripted) {
    // Reloading does not create a second link, which would revoke the first.
    await page.reload();
    await expect(link).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Members");
    expect((await page.request.get(reset)).status()).toBe(200);
  }
  await row.getByRole("link", { name: "End sessions" }).click();
  await checkPage(page);
  await page.getByRole("button", { name: "End sessions" }).click();
  await expect(page.getByRole("status")).toHaveText("The person is signed out in all browsers.");
  await person.reload();
  await expect(person.getByRole("heading", { level: 1 })).toHaveText("Sign in");

  await row.getByRole("link", { name: "Remove" }).click();
  await checkPage(page);
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
  await theirs.close();
});

test("the audit log says in plain words what was done, is narrowed, and is whole", async ({ api, page, checkPage }) => {
  const name = `To be found ${Date.now()}`;
  await api.create({ name });
  await page.goto(`${AT}/audit`);
  await page.getByLabel("Action").selectOption("quiz.create");
  await page.getByLabel("By").fill("browser tests");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText(`created the quiz “${name}”`)).toBeVisible();
  await checkPage(page);
  await page.getByRole("link", { name: /^All namespaces, sign-ins/ }).click();
  // Other tests write to this log, too.
  await page.goto("/admin/audit?action=administrator.sign_in");
  await expect(page.getByText("signed in", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Check the whole log" }).click();
  await expect(page.getByRole("status")).toContainText(/^Checked just now: [\d,]+ lines, whole\.$/);
  await checkPage(page);
});
