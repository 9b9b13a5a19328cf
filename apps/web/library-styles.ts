import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { listParts } from './list-parts.ts';

const STYLES = path.join(import.meta.dirname, 'app/library.css');

/** What is there without any component. */
const ALWAYS = ['baseline', 'default-css-variables', 'global'];

/** Module with the names of a component's classes, which the component imports. */
const CLASSES = /\/@mantine\/core\/esm\/.+\/(\w+)\.module\.mjs$/;

/** Fails the build unless `library.css` has the styles of exactly those components that the application uses. */
export function checkLibraryStyles(): Plugin {
  return {
    name: 'check-library-styles',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const modules = listParts(bundle).flatMap(({ moduleIds }) => moduleIds);
      const used = new Set(modules.flatMap((id) => CLASSES.exec(id)?.[1] ?? []));
      const listed = new Set(
        [...readFileSync(STYLES, 'utf8').matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(([, name = '']) => name),
      ).difference(new Set(ALWAYS));
      const missing = [...used.difference(listed)];
      const unused = [...listed.difference(used)];
      if (missing.length > 0) this.error(`library.css lacks the styles of ${missing.join(', ')}`);
      if (unused.length > 0) this.error(`library.css has the styles of ${unused.join(', ')}, which nothing uses`);
    },
  };
}
