import type { Rolldown } from 'vite';

/** The parts that a build's scripts are in. */
export function listParts(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((output) => output.type === 'chunk');
}
