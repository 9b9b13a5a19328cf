import type { Plugin } from 'vite';
import { listParts } from './list-parts.ts';

/** Parts of which most functions run before the dashboard's first rows are there, and what makes schemas. */
const RUN_AT_ONCE: ReadonlySet<string> = new Set(['core', 'shown', 'first', 'schemas']);

/**
 * First line of such a part: has Chromium compile all functions while the part comes, beside the page's own thread,
 * rather than each on that thread when it is called first. To other browsers it is a comment.
 */
const HINT = '//# allFunctionsCalledOnLoad';

/** Hints at what the browser should compile at once. It counts on a part's very first line, so it is added last. */
export function hintCompiling(): Plugin {
  return {
    name: 'hint-compiling',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const hinted = listParts(bundle).filter(({ name }) => RUN_AT_ONCE.has(name));
        if (hinted.length !== RUN_AT_ONCE.size) this.error('Parts to compile at once have other names, see chunks.ts');
        for (const part of hinted) part.code = `${HINT}\n${part.code}`;
      },
    },
  };
}
