// The test projects: browser settings for each folder of tests. support/server.ts starts the server.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Project } from "@playwright/test";
import { chromium, flags } from "./support/browser.ts";

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };

function people(name: string, use: Project["use"], testDir: string, testMatch?: Project["testMatch"]): Project {
  return { name, testDir, use, ...(testMatch ? { testMatch } : {}) };
}

/** True to run every file in all combinations of its folder, which takes twice as long. */
const whole = Boolean(process.env.EVERY_COMBINATION);

/** Every second file of the folder, starting at `from`, or all files. */
function share(folder: string, from: number): string[] {
  const files = readdirSync(join(import.meta.dirname, folder)).filter((file) => file.endsWith(".spec.ts"));
  return files.sort().filter((_, index) => whole || index % 2 === from);
}

// Respondents' pages work with scripts and without, in both languages, on a phone and on a desktop. Four of the eight
// combinations cover every pair; each file runs in two of the four, which cover both values of scripts and of
// viewports.
const respondents = (
  [
    ["script", "English", phone, 0],
    ["script", "Spanish", desktop, 1],
    ["plain", "Spanish", phone, 1],
    ["plain", "English", desktop, 0],
  ] as const
).map(([scripts, language, viewport, from]) =>
  people(
    `${scripts}, ${language}, ${viewport.width}`,
    {
      locale: language === "English" ? "en-GB" : "es-ES",
      viewport,
      javaScriptEnabled: scripts === "script",
      hasTouch: viewport === phone,
    },
    "respondent",
    share("respondent", from),
  ),
);

const scripted = [
  people("network, English, 360", { locale: "en-GB", viewport: phone }, "scripted", share("scripted", 0)),
  people("network, Spanish, 1280", { locale: "es-ES", viewport: desktop }, "scripted", share("scripted", 1)),
];

// The dashboard exists in English only.
const administrators = [
  people("dashboard, script, 1280", { locale: "en-GB", viewport: desktop }, "admin"),
  people("dashboard, plain, 360", { locale: "en-GB", viewport: phone, javaScriptEnabled: false }, "admin"),
];

// Firefox and WebKit, which these tests start themselves.
const engines: Project = { name: "engines", testDir: "engines" };

const quality = people("quality", { locale: "en-GB", viewport: phone }, "quality");
const pictures = people("pictures", { locale: "en-GB", viewport: phone }, "pictures");

export default defineConfig({
  globalSetup: "./support/server.ts",
  projects: [...respondents, ...scripted, ...administrators, engines, quality, ...(process.env.UPDATE_SCREENSHOTS ? [pictures] : [])],
  fullyParallel: true,
  // One more than the processors of a test machine: tests spend a third of their time waiting.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // A shared machine may stall for seconds. A test that passes on its second try is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  outputDir: "test-results",
  use: {
    browserName: "chromium",
    launchOptions: { executablePath: chromium(), args: flags },
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
  },
});
