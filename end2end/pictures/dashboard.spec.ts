// The dashboard's pictures of the documentation, made anew when UPDATE_SCREENSHOTS is set.
import { test } from "../support/dashboard.ts";
import { take } from "../support/picture.ts";

const PEOPLE = 40;

test("a quiz in the dashboard", async ({ page, api }) => {
  const quiz = await api.create({ name: "Money check-up" });
  for (let person = 0; person < PEOPLE; person += 1) {
    // Some are well off in most things, some in few, and nobody is the same all over.
    const standing = (person * 7) % 5;
    await api.submit(quiz, "en", [0, 1, 2, 3, 4, 5, 6, 7].map((at) => 1 + ((standing + ((person * 3 + at) % 2)) % 4)));
  }
  const at = `/admin/ns/${quiz.namespace}/quizzes/${quiz.id}`;
  await page.setViewportSize({ width: 1100, height: 720 });
  await page.goto(`${at}/edit`);
  await page.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor();
  await take(page, "dashboard-editor");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(at);
  await take(page, "dashboard-overview-dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 390, height: 760 });
  await page.goto(`${at}/answers?state=completed`);
  await take(page, "dashboard-answers");
});
