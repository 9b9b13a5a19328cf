import path from 'node:path';
import type { Rolldown } from 'vite';

const APP = path.join(import.meta.dirname, 'app');

/** What the browser loads on every page. */
const EVERYWHERE = [
  path.join(APP, 'entry.client.tsx'),
  path.join(APP, 'root.tsx'),
  `${path.join(APP, 'root.tsx')}?__react-router-build-client-route`,
];

const MERGED_BELOW_BYTES = 5_000;

/**
 * Scripts in parts of some size, as a hundred small ones cost a browser more than their bytes: one part is what every
 * page loads, the others are what the same pages share.
 */
export function groupScripts(): Rolldown.CodeSplittingOptions {
  let base: Set<string> | undefined;
  return {
    groups: [
      {
        name: (id, modules) => {
          base ??= listDependencies(EVERYWHERE, modules);
          return base.has(id) ? 'base' : null;
        },
        priority: 1,
      },
      { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: MERGED_BELOW_BYTES },
    ],
  };
}

/** Modules that some modules import, directly or not, without themselves. */
function listDependencies(ids: readonly string[], modules: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) {
      if (found.has(imported)) continue;
      found.add(imported);
      waiting.push(imported);
    }
  }
  for (const id of ids) found.delete(id);
  return found;
}

/** Name of a part without the names of all pages that share it. */
export function nameScript({ name }: { name: string }): string {
  return `assets/${name.split('~', 1)}-[hash].js`;
}
