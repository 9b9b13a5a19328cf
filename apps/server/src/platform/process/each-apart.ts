import type { Logger } from 'pino';
import { isConnectionLost } from '../postgres/database-errors.ts';
import type { WorkspaceId } from '../postgres/workspace-id.ts';

interface Apart<T> {
  readonly log: Pick<Logger, 'error'>;
  /** The work in words, for the log: "reading what is due". */
  readonly doing: string;
  /** The ids by which the log names one of them. */
  readonly name: (one: T) => object;
}

/**
 * Works on many together, and leaves out one that fails: they are halved until it is alone, it is named in the log, and
 * the others are worked on (R-api-60). `work` may be asked again for some that it was asked for before, so it keeps nothing
 * of a try that failed.
 * @returns those that were left out
 * @throws what fails for all alike: a database that is away
 */
export async function eachApart<T>(
  all: readonly T[],
  work: (some: readonly T[]) => Promise<void>,
  apart: Apart<T>,
): Promise<T[]> {
  const [first, ...more] = all;
  if (first === undefined) return [];
  try {
    await work(all);
    return [];
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    if (more.length === 0) {
      apart.log.error({ err: error, ...apart.name(first) }, `${apart.doing} failed, and the others go on without it`);
      return [first];
    }
    const half = Math.ceil(all.length / 2);
    const [one, other] = [all.slice(0, half), all.slice(half)];
    return [...(await eachApart(one, work, apart)), ...(await eachApart(other, work, apart))];
  }
}

/** {@link eachApart} for companies, which the log names by their workspaces. */
export function eachCompany<T extends { readonly workspaceId: WorkspaceId }>(
  companies: readonly T[],
  work: (some: readonly T[]) => Promise<void>,
  given: Omit<Apart<T>, 'name'>,
): Promise<T[]> {
  return eachApart(companies, work, { ...given, name: ({ workspaceId }) => ({ workspaceId }) });
}
