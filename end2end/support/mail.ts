// Reads messages that the server has written to a folder, and asks what mail programs make of their markup.
import { caniemail } from "caniemail";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Message {
  to: string;
  subject: string;
  html: string;
  plain: string;
  headers: string;
}

/** A folder, and the options of a server that writes its mail to it. */
export function mailFolder(): { folder: string; options: string[] } {
  const folder = mkdtempSync(join(tmpdir(), "quiz-answers-mail-"));
  const from = "Quizzes <quiz@example.org>";
  return { folder, options: ["--mail-folder", folder, "--mail-from", from, "--mail-rate", "off", "--mail-domain-rate", "off"] };
}

/** Those of which the checker's data says everything it asks. */
const PROGRAMS: Parameters<typeof caniemail>[0]["clients"] = [
  "aol.*", "apple-mail.*", "gmail.*", "outlook.*", "samsung-email.*", "thunderbird.macos", "yahoo.*",
  ...(["fastmail", "hey", "laposte", "mail-ru", "orange", "protonmail", "sfr"] as const).map((name) => `${name}.desktop-webmail` as const),
];

/** What messages use although some program lacks it, and how they read without it. */
export const DISPENSABLE: Record<string, string> = {
  "@media": "in light colours",
  "color-scheme meta tag": "in light colours",
  "<style> element": "in light colours; everything else stands beside its element",
  "Type selector": "in light colours",
  "<body> element": "its ground is that of the table, too",
  "border-radius": "with square corners",
  "width attribute": "by the width of the style",
  "word-break": "with a long address that stands out",
  "lang attribute": "in the voice of the reader's own language",
  "role attribute": "tables are read as tables",
};

/** The features that a program of these does not have. */
export function unsupported(html: string): string[] {
  const { errors } = caniemail({ clients: PROGRAMS, html }).issues;
  const titles = [...errors.values()].flatMap((issues) => issues.map(({ title }) => title));
  return [...new Set(titles)].sort();
}

/** The messages so far. */
export function sent(folder: string): Message[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  return files.sort().map((name) => read(readFileSync(join(folder, name), "latin1")));
}

function read(text: string): Message {
  const headers = text.slice(0, text.indexOf("\r\n\r\n"));
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(headers)?.[1]?.trim() ?? "";
  const boundary = /boundary="([^"]+)"/.exec(text)![1]!;
  const part = (kind: string) => decoded(text.split(`--${boundary}`).find((part) => part.includes(kind)) ?? "");
  return { to: field("To"), subject: field("Subject"), headers, html: part("text/html"), plain: part("text/plain") };
}

function decoded(part: string): string {
  const start = part.indexOf("\r\n\r\n") + 4;
  const [headers, body] = [part.slice(0, start), part.slice(start)];
  if (/base64/i.test(headers)) return Buffer.from(body, "base64").toString("utf8");
  if (!/quoted-printable/i.test(headers)) return Buffer.from(body, "latin1").toString("utf8");
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
