// The system's Chromium; Playwright never downloads one of its own.
import { execFileSync } from "node:child_process";

/** Nothing but the page's own traffic, and no sandbox, which root cannot have. */
export const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
];

export function chromium(): string {
  return process.env.CHROMIUM_PATH || execFileSync("which", ["chromium"], { encoding: "utf8" }).trim();
}
