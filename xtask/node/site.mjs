// Makes the folder of files that the server embeds: the optimised browser programs, the bundled stylesheets, the public
// files, and a compressed copy of each text. `cargo xtask` runs it; nothing is written when no input has changed.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { buildSync, transformSync } from "esbuild";
import { trim } from "./trim.mjs";

const { values: options } = parseArgs({
  options: {
    program: { type: "string", multiple: true }, // a folder with wasm-bindgen's output
    name: { type: "string", multiple: true }, // its program's name: NAME.js and NAME_bg.wasm
    style: { type: "string", multiple: true },
    public: { type: "string" },
    site: { type: "string" },
  },
});
const here = dirname(fileURLToPath(import.meta.url));

const TEXTS = new Set([".css", ".html", ".js", ".json", ".svg", ".txt", ".wasm", ".webmanifest", ".xml"]);

/** Runs `make` unless the file `stamp` says that it ran with the same input: a list of names and contents. */
function unlessMade(stamp, input, make) {
  const hash = createHash("sha256");
  for (const part of [...input.flat(), ...["package-lock.json", "site.mjs", "trim.mjs"].map((name) => readFileSync(join(here, name)))]) {
    hash.update(`${part.length} `).update(part);
  }
  const key = hash.digest("hex");
  try {
    if (readFileSync(stamp, "utf8") === key) return false;
  } catch {
    // Not made yet.
  }
  rmSync(stamp, { force: true });
  make();
  writeFileSync(stamp, key);
  return true;
}

function filesIn(folder) {
  const isFile = (entry) => entry.isFile() && !entry.name.startsWith(".");
  const names = readdirSync(folder, { withFileTypes: true }).filter(isFile).map((entry) => entry.name);
  return names.sort().map((name) => [name, readFileSync(join(folder, name))]);
}

function bundle(file) {
  const { outputFiles } = buildSync({ entryPoints: [file], bundle: true, minify: true, write: false, logLevel: "warning" });
  return outputFiles[0].contents;
}

/** One script, with the snippets that crates bring along, and one module. Both stay beside wasm-bindgen's output. */
function program(made, name) {
  const folder = join(made, "optimised");
  mkdirSync(folder, { recursive: true });
  unlessMade(join(folder, ".stamp"), filesIn(made), () => trim(made, folder, name));
  return filesIn(folder);
}

const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;

function write(folder, [name, content]) {
  writeFileSync(join(folder, name), content);
  if (!TEXTS.has(extname(name))) return;
  // The best quality takes seconds for a megabyte.
  const quality = content.length < 1 << 21 ? constants.BROTLI_MAX_QUALITY : 9;
  const small = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  writeFileSync(join(folder, `${name}.br`), small);
  writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  console.log(`      ${name}: ${kib(content.length)}, compressed ${kib(small.length)}`);
}

// The viewer of the API document, as its authors publish it.
const VIEWER = ["swagger-ui-bundle.js", "swagger-ui.css"];
const viewer = VIEWER.map((name) => [name, readFileSync(join(here, "node_modules/swagger-ui-dist", name))]);
const styles = options.style.map((file) => [basename(file), bundle(file)]);
const publicFiles = filesIn(options.public).map(([name, content]) =>
  extname(name) === ".js" ? [name, Buffer.from(transformSync(content.toString(), { minify: true }).code)] : [name, content],
);
const programs = options.program.flatMap((made, index) => program(made, options.name[index]));
const files = [...programs, ...styles, ...publicFiles, ...viewer];
const names = files.map(([name]) => name);
if (new Set(names).size < names.length) throw new Error(`two files of the site have one name: ${names.join(", ")}`);
const made = unlessMade(join(dirname(options.site), "stamp"), files, () => {
  rmSync(options.site, { recursive: true, force: true });
  mkdirSync(options.site, { recursive: true });
  for (const file of files) write(options.site, file);
});
if (!made) console.log("      unchanged");
