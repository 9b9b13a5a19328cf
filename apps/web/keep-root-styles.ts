import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Style sheets of the route of all pages in the manifest, as the framework marks them: with `#` at the end. */
const OF_ROOT = /"root":\{[^{}]*?"css":\[([^\]]*)\]/;

/** Style sheet of the features, which all pages but a few have. */
const OF_FEATURES = /"[^"#]*\/styles-[\w-]+\.css#"/;

/**
 * Lets parts that are loaded late find the style sheets of the route of all pages and of the features, in the pages and
 * the manifest of a build. The framework marks the address of a sheet that such a part needs, too, because a sheet may
 * leave with its route; these leave for pages that need none of it, and loaded a second time they would have the browser
 * find its fonts anew and lay the whole page out twice.
 * @param folder what the build serves
 * @throws Error when the manifest doesn't look like one
 */
export async function keepRootStyles(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  const manifest = files.find((file) => /^assets[\\/]manifest-[^\\/]+\.js$/.test(file));
  if (!manifest) throw new Error('The build has no manifest: see apps/web/keep-root-styles.ts.');
  const text = await readFile(path.join(folder, manifest), 'utf8');
  const [, list] = OF_ROOT.exec(text) ?? [];
  if (list === undefined) throw new Error('The manifest names no root styles: see apps/web/keep-root-styles.ts.');
  const [ofFeatures] = OF_FEATURES.exec(text) ?? [];
  if (ofFeatures === undefined) throw new Error('The manifest names no styles of features: see apps/web/chunks.ts.');
  const marked = [...`${list}${ofFeatures}`.matchAll(/"([^"#]+)#"/g)].map(([, address = '']) => address);
  for (const file of [manifest, ...files.filter((name) => name.endsWith('.html'))]) {
    const address = path.join(folder, file);
    const before = await readFile(address, 'utf8');
    await writeFile(
      address,
      marked.reduce((named, sheet) => named.replaceAll(`${sheet}#`, sheet), before),
    );
  }
}
