import type { PreparedFile } from '@anupalan/contract/proof/prepared-files';

/** Milliseconds after which a list is asked for again while something in it is being made. */
export const REFRESH_MS = 2_000;

export function isUnderWay({ state }: PreparedFile): boolean {
  return state === 'waiting' || state === 'making';
}
