// Who answers the quizzes, in which browser. The server is started by support/server.ts.
import { defineConfig, type Project } from "@playwright/test";
import { chromium, flags } from "./support/browser.ts";

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };

function people(name: string, use: Project["use"], testDir: string): Project {
  return { name, testDir, use };
}

// Every pair of script, language and width meets: with them a fault of any two shows.
const respondents = [
  people("script, English, 360", { locale: "en-GB", viewport: phone, hasTouch: true }, "respondent"),
  people("script, Spanish, 1280", { locale: "es-ES", viewport: desktop }, "respondent"),
  people("plain, English, 1280", { locale: "en-GB", viewport: desktop, javaScriptEnabled: false }, "respondent"),
  people("plain, Spanish, 360", { locale: "es-ES", viewport: phone, javaScriptEnabled: false }, "respondent"),
];

const scripted = [
  people("network, English, 360", { locale: "en-GB", viewport: phone }, "scripted"),
  people("network, Spanish, 1280", { locale: "es-ES", viewport: desktop }, "scripted"),
];

// The dashboard speaks English only.
const administrators = [
  people("dashboard, script, 1280", { locale: "en-GB", viewport: desktop }, "admin"),
  people("dashboard, plain, 360", { locale: "en-GB", viewport: phone, javaScriptEnabled: false }, "admin"),
];

const quality = people("quality", { locale: "en-GB", viewport: phone }, "quality");
const pictures = people("pictures", { locale: "en-GB", viewport: phone }, "pictures");

export default defineConfig({
  globalSetup: "./support/server.ts",
  projects: [...respondents, ...scripted, ...administrators, quality, ...(process.env.UPDATE_SCREENSHOTS ? [pictures] : [])],
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
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
