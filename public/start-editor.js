// Starts the quiz editor's program; where that fails, the page's forms stay as they are.
const { script, program } = document.getElementById("editor")?.dataset ?? {};
if (script && program) {
  const wasm = fetch(program);
  const { default: start } = await import(script);
  await start({ module_or_path: wasm });
}
