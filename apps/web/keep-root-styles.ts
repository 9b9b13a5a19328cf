import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Style sheets of the route of all pages in the manifest, as the framework marks them: with `#` at the end. */
const OF_ROOT = /"root":\{[^{}]*?"css":\[([^\]]*)\]/;

/**
 * Lets parts that are loaded late find the style sheets of the route of all pages, in the pages and the manifest of a
 * build. The framework marks the address of a sheet that such a part needs, too, because a sheet may leave with its
 * route; these never leave, and loaded a second time they would bring their fonts anew and lay the whole page out twice.
 * @param folder what the build serves
 * @throws Error when the manifest doesn't look like one
 */
export async function keepRootStyles(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  const manifest = files.find((file) => /^assets[\\/]manifest-[^\\/]+\.js$/.test(file));
  if (!manifest) throw new Error('The build has no manifest: see apps/web/keep-root-styles.ts.');
  const [, list] = OF_ROOT.exec(await readFile(path.join(folder, manifest), 'utf8')) ?? [];
  if (list === undefined) throw new Error('The manifest names no root styles: see apps/web/keep-root-styles.ts.');
  const marked = [...list.matchAll(/"([^"#]+)#"/g)].map(([, address = '']) => address);
  for (const file of [manifest, ...files.filter((name) => name.endsWith('.html'))]) {
    const address = path.join(folder, file);
    const text = await readFile(address, 'utf8');
    await writeFile(
      address,
      marked.reduce((named, sheet) => named.replaceAll(`${sheet}#`, sheet), text),
    );
  }
}
