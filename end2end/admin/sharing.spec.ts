// Ways to reach a quiz: the link, the embedded page, the invitations.
import { expect, test } from "../support/dashboard.ts";
import { NAMESPACE } from "../support/server.ts";

test("an open quiz is shared by its link and a QR code", async ({ api, page, checkPage }) => {
  const quiz = await api.create({ name: "To be shared" });
  await page.goto(`/admin/ns/${NAMESPACE}/quizzes/${quiz.id}/share`);
  await expect(page.getByLabel("Link", { exact: true })).toHaveValue(quiz.startPage);
  await expect(page.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  await checkPage(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as SVG" }).click();
  expect((await download).suggestedFilename()).toBe(`quiz-${quiz.id}.svg`);
});

test("an embedded quiz is seen at work once this server is allowed", async ({ api, page, checkPage, scripted }) => {
  const quiz = await api.create({ name: "To be embedded", anonymous: false, inapp: true });
  await page.goto(`/admin/ns/${NAMESPACE}/quizzes/${quiz.id}/share`);
  await expect(page.getByText("No origin is allowed yet.")).toBeVisible();
  await checkPage(page);
  await page.getByRole("link", { name: "See it work on an example page" }).click();
  await expect(page.getByText("is not among the origins that the quiz allows")).toBeVisible();
  await checkPage(page);
  await page.getByRole("button", { name: "Allow this server’s origin" }).click();
  await expect(page.getByText("under the made-up session id")).toBeVisible();
  if (scripted) await expect(page.frameLocator("iframe").getByRole("heading", { level: 1 })).toBeVisible();
  await checkPage(page);
});

test("people are invited, each wrong line is named, and an invitation is taken back", async ({
  api,
  page,
  checkPage,
  watch,
}) => {
  watch.allow(/status of 422/);
  const quiz = await api.create({ name: "For members", anonymous: false });
  await page.goto(`/admin/ns/${NAMESPACE}/quizzes/${quiz.id}/share`);
  await expect(page.getByRole("heading", { name: "No one is invited yet" })).toBeVisible();
  await checkPage(page);
  const list = page.getByLabel("One person a line");
  await list.fill("Ana López, ana@example.com, branch 12\nBo, bo at home");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toContainText("Line 2: “bo at home” is not an e-mail address.");
  await checkPage(page);
  await page.goBack();
  await list.fill("Ana López, ana@example.com, branch 12\nBo");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Use “Column 3” as")).toHaveValue("data");
  await checkPage(page);
  await page.getByRole("button", { name: "Create 2 invitations" }).click();
  await expect(page.getByRole("status")).toContainText("Invitations created.");
  await expect(page.getByRole("row", { name: /Ana López.*invited/ })).toBeVisible();
  await checkPage(page);
  await page.getByRole("link", { name: "Remove Bo" }).click();
  await expect(page.locator(".title")).toHaveText("Remove Bo?");
  await checkPage(page);
  await page.getByRole("button", { name: "Remove and erase" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
});

test("a file of people is taken as well", async ({ api, page }) => {
  const quiz = await api.create({ name: "From a file", anonymous: false });
  await page.goto(`/admin/ns/${NAMESPACE}/quizzes/${quiz.id}/share`);
  const buffer = Buffer.from("E-mail;Name\ncy@example.com;Cy\n");
  await page.getByLabel("Or a CSV file").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Create 1 invitation" }).click();
  await expect(page.getByRole("row", { name: /Cy.*cy@example.com/ })).toBeVisible();
});
