/** Fetches and compiles the module. Static hosts do not always know what a .wasm file is. */
export async function compileModule(url: string): Promise<WebAssembly.Module> {
  const found = await fetch(url);
  if (!found.ok) throw new Error(`the module could not be fetched: ${found.status}`);
  return found.headers.get('Content-Type') === 'application/wasm'
    ? WebAssembly.compileStreaming(found)
    : WebAssembly.compile(await found.arrayBuffer());
}
