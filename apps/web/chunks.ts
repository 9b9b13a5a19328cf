import path from 'node:path';
import type { Rolldown } from 'vite';

/**
 * Modules that are loaded together, so that what they import can be one part; what several import is in the first.
 */
const LOADED_TOGETHER = {
  base: ['entry.client.tsx', 'root.tsx'],
  'signed-in': ['routes/signed-in/signed-in.tsx'],
  widgets: [
    'shell/live-session.tsx',
    'features/dashboard/attention-widget.tsx',
    'features/notifications/notification-bell.tsx',
    'features/contact/help-bubble.tsx',
    'features/job-postings/hiring-popup.tsx',
  ],
};

const APP = path.join(import.meta.dirname, 'app');

const MERGED_BELOW_BYTES = 5_000;

/**
 * Scripts in parts of some size, as a hundred small ones cost a browser more than their bytes: what is loaded together,
 * and what the same pages share.
 */
export function groupScripts(): Rolldown.CodeSplittingOptions {
  const together = Object.entries(LOADED_TOGETHER).map(([name, files], index, { length }) => {
    let members: Set<string> | undefined;
    return {
      name(id: string, modules: Rolldown.ChunkingContext) {
        members ??= listImports(files, modules);
        return members.has(id) ? name : null;
      },
      priority: length - index,
    };
  });
  const shared = {
    name: 'shared',
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: MERGED_BELOW_BYTES,
  };
  return { groups: [...together, shared] };
}

/**
 * Modules that files of the app import, directly or not, without the files themselves.
 * @throws Error when there is no such file.
 */
function listImports(files: readonly string[], modules: Rolldown.ChunkingContext): Set<string> {
  const entries = files.flatMap((file) => {
    const ids = [path.join(APP, file), `${path.join(APP, file)}?__react-router-build-client-route`];
    if (!ids.some((id) => modules.getModuleInfo(id))) throw new Error(`chunks.ts names ${file}, which is not loaded`);
    return ids;
  });
  const found = new Set(entries);
  for (const id of found) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found.difference(new Set(entries));
}

/** Name of a part without the names of all pages that share it. */
export function nameScript({ name }: { name: string }): string {
  return `assets/${name.split('~', 1)}-[hash].js`;
}
