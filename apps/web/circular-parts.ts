import type { Plugin } from 'vite';
import { listParts } from './list-parts.ts';

/**
 * Fails the build when parts import each other: a page that asks for the wrong one of them first finds nothing in the
 * other, and stays empty.
 */
export function refuseCircularParts(): Plugin {
  return {
    name: 'refuse-circular-parts',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const circular = listCircular(new Map(listParts(bundle).map(({ fileName, imports }) => [fileName, imports])));
      if (circular.length > 0) this.error(`Parts import each other, see apps/web/chunks.ts: ${circular.join(', ')}`);
    },
  };
}

/** Parts that import each other, directly or not, and those between two such circles. */
export function listCircular(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(imports);
  let before: number;
  do {
    before = left.size;
    for (const [part, imported] of left) {
      const isImported = [...left.values()].some((others) => others.includes(part));
      if (!isImported || !imported.some((other) => left.has(other))) left.delete(part);
    }
  } while (left.size < before);
  return [...left.keys()];
}
