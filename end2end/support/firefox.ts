// Firefox, driven by WebDriver BiDi.
import puppeteer from "puppeteer-core";
import { type Engine, installed, type Scheme } from "./engine.ts";

export async function firefox(scheme: Scheme): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: installed(["firefox-esr", "firefox"], "firefox-esr"),
    defaultViewport: null,
    extraPrefsFirefox: {
      "layout.css.prefers-color-scheme.content-override": scheme === "dark" ? 0 : 1,
      // Overlays the scrollbar on the page, as a phone does.
      "ui.useOverlayScrollbars": 1,
    },
  });
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) complaints.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`exception: ${error}`));
  return {
    complaints,
    resize: (width, height) => page.setViewport({ width, height }),
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: () => page.evaluate(() => history.back()),
    click: (selector) => page.click(selector),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    evaluate: (script, given = "") => page.evaluate(script, given) as Promise<never>,
    picture: () => page.screenshot({ fullPage: true }),
    close: () => browser.close(),
  };
}
