// Makes the folder of files that the server embeds: the optimised browser program, the bundled stylesheets, the public
// files, and a compressed copy of each text. `cargo xtask` runs it; nothing is written when no input has changed.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { buildSync } from "esbuild";

const { values: options } = parseArgs({
  options: {
    program: { type: "string" }, // the folder with wasm-bindgen's output
    name: { type: "string" }, // the program's name: NAME.js and NAME_bg.wasm
    style: { type: "string", multiple: true },
    public: { type: "string" },
    site: { type: "string" },
  },
});
const here = dirname(fileURLToPath(import.meta.url));

// Inlining large functions into their only caller saves bytes, but what is sent, compressed, gets larger.
const WASM_OPT = ["-Oz", "--converge", "--one-caller-inline-max-function-size=30", "--strip-target-features"];
const TEXTS = new Set([".css", ".html", ".js", ".json", ".svg", ".txt", ".wasm", ".webmanifest", ".xml"]);

/** Runs `make` unless the file `stamp` says that it ran with the same input: a list of names and contents. */
function unlessMade(stamp, input, make) {
  const hash = createHash("sha256");
  for (const part of [...input.flat(), ...["package-lock.json", "site.mjs"].map((name) => readFileSync(join(here, name)))]) {
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
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && !entry.name.startsWith("."));
  return files.map(({ name }) => [name, readFileSync(join(folder, name))]);
}

function bundle(file, more) {
  const { outputFiles } = buildSync({ entryPoints: [file], bundle: true, minify: true, write: false, logLevel: "warning", ...more });
  return outputFiles[0].contents;
}

/** One script, with the snippets that crates bring along, and one module. Both stay beside wasm-bindgen's output. */
function program() {
  const folder = join(options.program, "optimised");
  mkdirSync(folder, { recursive: true });
  const [script, module] = [`${options.name}.js`, `${options.name}_bg.wasm`];
  unlessMade(join(folder, ".stamp"), filesIn(options.program), () => {
    execFileSync(join(here, "node_modules/.bin/wasm-opt"), [
      ...WASM_OPT,
      join(options.program, module),
      "--output",
      join(folder, module),
    ]);
    const javaScript = { format: "esm", target: "es2020", legalComments: "none" };
    writeFileSync(join(folder, script), bundle(join(options.program, script), javaScript));
  });
  return filesIn(folder);
}

const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;

/** Returns the names written. An unchanged file is left alone. */
function write(folder, [name, content]) {
  const file = join(folder, name);
  const isText = TEXTS.has(extname(name));
  const names = isText ? [name, `${name}.br`, `${name}.gz`] : [name];
  if (names.every((name) => existsSync(join(folder, name))) && readFileSync(file).equals(content)) return names;
  writeFileSync(file, content);
  if (isText) {
    const small = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
    writeFileSync(`${file}.br`, small);
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    console.log(`      ${name}: ${kib(content.length)}, compressed ${kib(small.length)}`);
  }
  return names;
}

const styles = options.style.map((file) => [basename(file), bundle(file)]);
const files = [...program(), ...styles, ...filesIn(options.public)];
const names = files.map(([name]) => name);
if (new Set(names).size < names.length) throw new Error(`two files of the site have one name: ${names.join(", ")}`);
const made = unlessMade(join(dirname(options.site), "stamp"), files, () => {
  mkdirSync(options.site, { recursive: true });
  const written = new Set(files.flatMap((file) => write(options.site, file)));
  const old = readdirSync(options.site).filter((name) => !written.has(name));
  for (const name of old) rmSync(join(options.site, name), { recursive: true });
});
if (!made) console.log("      unchanged");
