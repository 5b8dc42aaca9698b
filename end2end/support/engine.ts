// Browsers other than Chromium. Playwright cannot drive the builds that Linux distributions ship.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

export type Scheme = "light" | "dark";
export type Key = "Tab" | "Enter" | " " | "ArrowDown";

/** One window of a browser. Scripts run in the page, so they cannot capture variables. */
export interface Engine {
  resize(width: number, height: number): Promise<void>;
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  click(selector: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  evaluate<T>(script: (given: string) => T, given?: string): Promise<T>;
  /** A screenshot of the whole page. */
  picture(): Promise<Uint8Array>;
  /** Errors and warnings of the page so far. */
  complaints: string[];
  close(): Promise<void>;
}

/** The path of the first installed program of these. Throws if there is none. */
export function installed(programs: string[], debianPackage: string): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const path = programs.flatMap((program) => folders.map((folder) => join(folder, program))).find(existsSync);
  if (!path) throw new Error(`${programs.join(" or ")} is missing: install ${debianPackage}, as \`cargo xtask test browser\` does on Debian`);
  return path;
}
