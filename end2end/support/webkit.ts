// WebKitGTK, driven by WebDriver over HTTP, on a separate display.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { expect } from "@playwright/test";
import { type Engine, installed, type Key, type Scheme } from "./engine.ts";
import { stop } from "./server.ts";

const KEYS: Record<Key, string> = { Tab: "\uE004", Enter: "\uE007", " ": " ", ArrowDown: "\uE015" };
const PATIENCE = 15_000;
/** The browser's toolbar is wider than a phone unless its padding is removed. */
const NARROW = "* { min-width: 0; min-height: 0; margin: 0; padding: 0 }";

export async function webkit(scheme: Scheme): Promise<Engine> {
  const programs = { x: installed(["Xvfb"], "xvfb"), driver: installed(["WebKitWebDriver"], "webkit2gtk-driver") };
  const folder = mkdtempSync(join(tmpdir(), "quiz-answers-webkit-"));
  mkdirSync(join(folder, "gtk-3.0"));
  writeFileSync(join(folder, "gtk-3.0/gtk.css"), NARROW);

  const screen = ["-displayfd", "3", "-screen", "0", "1280x4000x24", "-nolisten", "tcp"];
  const x = spawn(programs.x, screen, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const port = await freePort();
  const driver = spawn(programs.driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${await firstLine(x)}`, GDK_BACKEND: "x11", XDG_CONFIG_HOME: folder },
    stdio: "ignore",
  });
  const close = async () => {
    await stop(driver);
    await stop(x);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return await session(`http://127.0.0.1:${port}`, scheme, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function session(driver: string, scheme: Scheme, close: () => Promise<void>): Promise<Engine> {
  const args = ["--automation", ...(scheme === "dark" ? ["--dark-mode"] : [])];
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": { args } } };
  await until(() => fetch(`${driver}/status`).then(({ ok }) => ok, () => false), "WebKitWebDriver listens");
  // Without a browser binary in the capabilities, the driver starts its own build's browser.
  const { sessionId } = await send<{ sessionId: string }>("POST", `${driver}/session`, { capabilities });
  const at = `${driver}/session/${sessionId}`;
  const post = <T>(path: string, body: object = {}) => send<T>("POST", at + path, body);
  const complaints: string[] = [];

  const evaluate: Engine["evaluate"] = async (script, given = "") => {
    const source = `return [(${script})(arguments[0]), (${heard})()]`;
    const [result, more] = await post<[never, string[]]>("/execute/sync", { script: source, args: [given] });
    complaints.push(...more);
    return result;
  };
  const strikes = async (keys: string[]) => {
    const actions = keys.flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
    await post("/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  };
  const bar = await evaluate(() => outerHeight - innerHeight);
  const resize = async (width: number, height: number) => {
    await post("/window/rect", { x: 0, y: 0, width, height: height + bar });
    await until(async () => (await evaluate(() => `${innerWidth} ${innerHeight}`)) === `${width} ${height}`, "the window has its size");
  };
  return {
    complaints,
    evaluate,
    resize,
    open: (url) => post("/url", { url }),
    reload: () => post("/refresh"),
    back: () => evaluate(() => history.back()),
    async click(selector) {
      const element = await post<Record<string, string>>("/element", { using: "css selector", value: selector });
      await post(`/element/${Object.values(element)[0]}/click`);
    },
    press: (key) => strikes([KEYS[key]]),
    type: (text) => strikes([...text]),
    async picture() {
      const [width, height, all] = await evaluate(() => [innerWidth, innerHeight, document.documentElement.scrollHeight] as const);
      await resize(width, all);
      await new Promise((drawn) => setTimeout(drawn, 200));
      const picture = Buffer.from(await send<string>("GET", `${at}/screenshot`), "base64");
      await resize(width, height);
      return picture;
    },
    async close() {
      // Deleting the session ends the browser.
      await send("DELETE", at).finally(close);
    },
  };
}

/**
 * Runs in the page: collects errors from the first call on, and returns the new ones. WebKitWebDriver does not
 * report console messages.
 */
function heard(): string[] {
  const kept = window as unknown as { heard?: string[] };
  if (!kept.heard) {
    const heard: string[] = (kept.heard = []);
    for (const type of ["error", "warn"] as const) {
      console[type] = (...said: unknown[]) => heard.push(`console ${type}: ${said.join(" ")}`);
    }
    addEventListener("error", ({ message }) => heard.push(`exception: ${message}`));
    addEventListener("unhandledrejection", ({ reason }) => heard.push(`exception: ${reason}`));
    addEventListener("securitypolicyviolation", ({ violatedDirective }) => heard.push(`refused by ${violatedDirective}`));
  }
  return kept.heard.splice(0);
}

async function send<T>(method: string, url: string, body?: object): Promise<T> {
  const reply = await fetch(url, { method, body: JSON.stringify(body) });
  const { value } = (await reply.json()) as { value: T };
  if (!reply.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  await expect.poll(holds, { message: what, timeout: PATIENCE, intervals: [20] }).toBe(true);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** The display number that Xvfb prints once it is ready. */
function firstLine(x: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    x.on("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
    (x.stdio[3] as Readable).once("data", (line) => resolve(String(line).trim()));
  });
}
