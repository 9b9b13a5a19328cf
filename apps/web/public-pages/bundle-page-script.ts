import path from 'node:path';
import { build } from 'vite';

/**
 * The script of public pages as one text, to stand in the page: a request of its own would take longer than its bytes.
 * @throws Error when it can't be bundled
 */
export async function bundlePageScript(): Promise<string> {
  const entry = path.join(import.meta.dirname, '../app/public-page/start.ts');
  const bundles = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, minify: true, lib: { entry, formats: ['iife'], name: 'publicPage' } },
  });
  const outputs = [bundles].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []));
  const [script] = outputs;
  if (outputs.length !== 1 || script?.type !== 'chunk')
    throw new Error('The script of public pages is not one script.');
  return script.code.trim();
}
