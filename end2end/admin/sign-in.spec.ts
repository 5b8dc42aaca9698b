// Signing in, and the administrator's own account.
import { ADMINISTRATOR, expect, signIn, test } from "../support/dashboard.ts";

test("somebody without a session is led to the sign-in and, once signed in, to where they wanted to go", async ({
  page,
  context,
  checkPage,
  watch,
}) => {
  watch.allow(/status of 401/);
  await context.clearCookies();
  await page.goto("/admin/account");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
  await checkPage(page);
  await signIn(page, ADMINISTRATOR.email, "not the password");
  await expect(page.getByRole("alert")).toContainText("E-mail address, password or code is not right.");
  await checkPage(page);
  await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
});

test("the account shows where one is signed in and how to set up two-factor authentication", async ({ page, checkPage }) => {
  await page.goto("/admin/account");
  await expect(page.getByText("This browser")).toBeVisible();
  await checkPage(page);
  await page.getByRole("button", { name: "Set up two-factor authentication" }).click();
  await expect(page.getByText("Scan this with an authenticator app")).toBeVisible();
  await checkPage(page);
});

test("a namespace is made, and an id that is taken is refused at its field", async ({ page, checkPage, watch }, { project }) => {
  watch.allow(/status of 422/);
  const id = `made-${project.name.replace(/\W+/g, "-").toLowerCase()}`;
  const make = async () => {
    await page.goto("/admin");
    await page.getByLabel("Name", { exact: true }).fill("Made by a test");
    await page.getByLabel("Id", { exact: true }).fill(id);
    await page.getByRole("button", { name: "Create namespace" }).click();
  };
  await make();
  await expect(page.getByRole("status")).toHaveText("Namespace created.");
  await expect(page.getByRole("heading", { name: "No quiz yet" })).toBeVisible();
  await checkPage(page);
  await make();
  await expect(page.getByRole("alert")).toContainText("is the id of another namespace");
  await checkPage(page);
});
