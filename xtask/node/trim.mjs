// Makes the browser's program small. Takes out what no page comes to: the words of panics, which no browser shows, and
// exports that the script does not call. The names between the module and its script become short.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import binaryen from "binaryen";
import { buildSync } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

// Inlining large functions into their only caller saves bytes, but what is sent, compressed, gets larger.
const WASM_OPT = ["-Oz", "--converge", "--one-caller-inline-max-function-size=24", "--strip-target-features"];

/** Functions that never return: they tell of a defect and end the program, as a trap does without them. */
const PANICS =
  /::panicking::|::panic_(access_error|already|poisoned)|::(unwrap|expect|assert)_failed|_fail(_rt)?$|::handle_(alloc_)?error$|::capacity_overflow$|rust_panic$|begin_unwind$|::rust_oom|::exhausted$/;
/** Only panics print these. */
const DEBUG = /^<.* as core(\[\w+\])?::fmt::Debug>::fmt|::fmt::builders::|::cell::Borrow(Mut)?Error as /;
/** What leptos brings along and nothing leads to, though the module's table holds it. */
const UNUSED = /wasm_streams|future_to_promise|futures_util::abortable/;
/** Sources that only panics name, and what only they say. */
const MESSAGES = [
  /(?:\/|app\/)[\w./+-]+\.rs/g,
  /called `[^`]*` on an? `\w+` value/g,
  /internal error: entered unreachable code/g,
  /Value is None because[^]*?identify the source\./g,
  /entity not found[^]*?uncategorized error/g,
  /one-time initialization may not be performed recursively/g,
  /Attempted to initialize thread-local while it is being dropped/g,
  /closure invoked recursively or after being dropped/g,
  /D\w+ed SendWrapper<T> variable from a thread different to the one it has been created with\./g,
];
/** Names that the module and its script have for each other. */
const INTERNAL = /^(__wb|__externref|wasm_bindgen__)/;

/** Writes the program of the folder `from` to `to`: NAME.js and NAME_bg.wasm, whose functions have names. */
export function trim(from, to, name) {
  mkdirSync(to, { recursive: true });
  const [script, module] = [`${name}.js`, `${name}_bg.wasm`];
  const text = withoutClasses(readFileSync(join(from, script), "utf8"));
  const reached = join(to, "reached.wasm");
  writeFileSync(reached, withoutUnused(readFileSync(join(from, module)), text));
  execFileSync(join(here, "node_modules/.bin/wasm-opt"), [...WASM_OPT, reached, "--output", join(to, module)]);
  rmSync(reached);
  const optimised = readFileSync(join(to, module));
  const { outputFiles, mangleCache } = bundle(withoutImports(text, optimised), from);
  writeFileSync(join(to, script), outputFiles[0].contents);
  writeFileSync(join(to, module), renamed(withoutMessages(optimised), mangleCache));
}

/** The script without the classes of streams. */
function withoutClasses(text) {
  return text
    .replace(/^export class [^]*?^}\nif \(Symbol\.dispose\).*\n/gm, "")
    .replace(/^const \w+Finalization = [^]*?;\n/gm, "")
    .replace("export { initSync, ", "export { ");
}

/** The module without panics, and without the exports that its script does not call. */
function withoutUnused(bytes, text) {
  const module = binaryen.readBinary(bytes);
  for (let at = 0; at < module.getNumFunctions(); at++) {
    const pointer = module.getFunctionByIndex(at);
    const { base, name, results } = binaryen.getFunctionInfo(pointer);
    const isPanic = PANICS.test(name) && results === binaryen.none;
    const isImport = base !== "";
    if (!isImport && (isPanic || DEBUG.test(name) || UNUSED.test(name))) {
      binaryen.Function.setBody(pointer, module.unreachable());
    }
  }
  const called = new Set([...text.matchAll(/\bwasm\.(\w+)/g)].map(([, name]) => name));
  for (let at = module.getNumExports() - 1; at >= 0; at--) {
    const { name } = binaryen.getExportInfo(module.getExportByIndex(at));
    if (!called.has(name)) module.removeExport(name);
  }
  return module.emitBinary();
}

/** The script without the functions that the module does not import any more. */
function withoutImports(text, module) {
  const imports = new Set(WebAssembly.Module.imports(new WebAssembly.Module(module)).map(({ name }) => name));
  return text
    .replace(/^ {8}(\w+): function\([^]*?^ {8}}.*,\n/gm, (entry, name) => (imports.has(name) ? entry : ""))
    .replace(/"\.\/\w+_bg\.js"/, '"a"');
}

function bundle(contents, resolveDir) {
  return buildSync({
    stdin: { contents, resolveDir },
    bundle: true,
    drop: ["console"],
    format: "esm",
    legalComments: "none",
    logLevel: "warning",
    mangleCache: {},
    mangleProps: INTERNAL,
    minify: true,
    target: "es2020",
    write: false,
  });
}

/** Zeros in the place of what only panics say, since all else has to stay where it is. */
function withoutMessages(module) {
  const zeros = (text, message) => text.replace(message, (found) => "\0".repeat(found.length));
  return Buffer.from(MESSAGES.reduce(zeros, module.toString("latin1")), "latin1");
}

/** The module with these names in its imports and exports. */
function renamed(module, names) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  const encoded = (value) => {
    const bytes = [];
    for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
    return Buffer.from([...bytes, value]);
  };
  const read = () => {
    const length = number();
    at += length;
    return module.toString("utf8", at - length, at);
  };
  const text = (value) => Buffer.concat([encoded(value.length), Buffer.from(value)]);
  const short = (long) => text(/^\.\/\w+_bg\.js$/.test(long) ? "a" : (names[long] ?? long));
  const name = () => short(read());
  // Of an import first the script, then the function.
  const entries = { 2: () => Buffer.concat([name(), name()]), 7: name };
  const parts = [module.subarray(0, at)];
  while (at < module.length) {
    const id = module[at++];
    const length = number();
    const end = at + length;
    let body = module.subarray(at, end);
    if (entries[id]) {
      const count = number();
      const written = [encoded(count)];
      for (let entry = 0; entry < count; entry++) {
        written.push(entries[id]());
        const start = at++;
        if (id === 2 && module[start] !== 0) throw new Error("the browser's program imports more than functions");
        number();
        written.push(module.subarray(start, at));
      }
      body = Buffer.concat(written);
    }
    parts.push(Buffer.from([id]), encoded(body.length), body);
    at = end;
  }
  return Buffer.concat(parts);
}
