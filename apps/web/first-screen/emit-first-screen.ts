import path from 'node:path';
import type { Plugin } from 'vite';
import { FIRST_SCREEN } from '../chunks.ts';

/** Name of the script that draws a first screen, before its hash. */
export const SCRIPT = 'first-screen';

/** Adds the script that draws the dashboard's first screen to the build, which no page of the application names. */
export function emitFirstScreen(): Plugin {
  return {
    name: 'emit-first-screen',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: path.join(import.meta.dirname, '../app', FIRST_SCREEN), name: SCRIPT });
    },
  };
}
