// The picture for link previews, rendered from a page: public/preview.png.
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "../support/test.ts";

const PAGE = new URL("preview.html", import.meta.url).href;
const PICTURE = fileURLToPath(new URL("../../public/preview.png", import.meta.url));
const LARGEST = 40 * 1024;

test.use({ viewport: { width: 1200, height: 630 } });

test("link preview", async ({ page }) => {
  await page.goto(PAGE);
  await page.screenshot({ path: PICTURE, animations: "disabled" });
  expect(statSync(PICTURE).size).toBeLessThan(LARGEST);
});
