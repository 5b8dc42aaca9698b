// A tap moves on only with scripts; without them no page mentions it.
import { expect, test } from "../support/test.ts";

test("a tap is spoken of only where it leads on", async ({ page, person, words, api, scripted }) => {
  await person.begins(api.openQuiz.startPage);
  const sentence = page.getByText(words.tapping).filter({ visible: true });
  await expect(sentence).toHaveCount(scripted ? 2 : 0);
  await expect(page.getByRole("checkbox", { name: words.tapping })).toHaveCount(scripted ? 1 : 0);
  const description = expect(person.fields);
  await (scripted ? description : description.not).toHaveAccessibleDescription(new RegExp(words.tapping));
});
