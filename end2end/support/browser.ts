// The system's Chromium; Playwright does not download its own.
import { execFileSync } from "node:child_process";

/** No background traffic, and no sandbox, which is unavailable to root. */
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
