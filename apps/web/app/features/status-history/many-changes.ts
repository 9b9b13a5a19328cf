import { MOST_AT_ONCE } from '@anupalan/contract/status-history';
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { complianceItemsQuery } from '../compliance-items/cached-items.ts';
import { acceptChange, type Change, settleChange, showChange } from './pending-changes.ts';

/** Change of one item among many. */
export interface Planned {
  readonly itemId: string;
  /** The change as it is shown until the server answers. */
  readonly shown: Change;
  /** The same with the id of its record. */
  readonly make: (recordId?: string) => Change;
}

/** A change that the server answered. */
export interface Settled {
  readonly change: Planned;
  readonly isMade: boolean;
  readonly recordId: string | null;
  /** The reason of one that was refused. */
  readonly message: string;
}

/** Outcomes of what was sent; `failure` says why the rest has none. */
interface Outcomes<Outcome> {
  readonly outcomes: readonly Outcome[];
  readonly failure: string;
}

/** Shows changes that are about to be sent. */
export async function showMany(client: QueryClient, changes: readonly Planned[]): Promise<readonly Planned[]> {
  // Loads in flight would overwrite the changes with older items.
  await client.cancelQueries({ queryKey: complianceItemsQuery.queryKey });
  notifyManager.batch(() => {
    for (const { itemId, shown } of changes) showChange(client, itemId, shown);
  });
  return changes;
}

/** Keeps the changes that were made, and takes the others from the screen. */
export function settleMany(client: QueryClient, settled: readonly Settled[]): void {
  notifyManager.batch(() => {
    for (const { change, isMade, recordId } of settled) {
      const { itemId, shown, make } = change;
      if (isMade) acceptChange(client, itemId, shown, make(recordId ?? undefined));
      else settleChange(client, itemId, shown);
    }
  });
}

/** Sends as many at once as a call takes, and no more after one that failed. */
export async function sendInParts<Input, Outcome>(
  inputs: readonly Input[],
  send: (part: readonly Input[]) => Promise<readonly Outcome[]>,
): Promise<Outcomes<Outcome>> {
  const outcomes: Outcome[] = [];
  try {
    for (let start = 0; start < inputs.length; start += MOST_AT_ONCE) {
      outcomes.push(...(await send(inputs.slice(start, start + MOST_AT_ONCE))));
    }
  } catch (error) {
    return { outcomes, failure: error instanceof Error ? error.message : String(error) };
  }
  return { outcomes, failure: '' };
}
