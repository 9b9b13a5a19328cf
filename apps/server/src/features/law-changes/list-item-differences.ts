import { isDeepStrictEqual } from 'node:util';
import type { Condition } from '@anupalan/domain/conditions';
import { describeReach } from './describe-reach.ts';
import { describeSchedule } from './describe-schedule.ts';
import type { Difference } from './difference.ts';
import { type ItemOfLaw, reachOfItem } from './item-of-law.ts';

/** An item before and after a change of the catalogue; null where there was or is none. */
export interface ItemChange {
  /** Its key in the catalogue; null of one that administrators made. */
  readonly key: string | null;
  readonly was: ItemOfLaw | null;
  readonly now: ItemOfLaw | null;
}

/**
 * What a change of an item is for companies (R-law-11): it is new, or gone; it falls due on other days, or is for others.
 * Nothing where its words alone are others.
 * @param conditions the questions, for the words of what is asked
 */
export function listItemDifferences({ key, was, now }: ItemChange, conditions: readonly Condition[]): Difference[] {
  const item = now ?? was;
  if (!item) return [];
  const reach = { was: was && reachOfItem(was), now: now && reachOfItem(now) };
  const { title, state, source } = item;
  const told = { about: 'item', itemKey: key, title, state, source: source ?? '', reach } as const;
  const due = { was: was ? describeSchedule(was) : '', now: now ? describeSchedule(now) : '' };
  if (!was || !now) {
    return [{ ...told, ...due, change: now ? 'added' : 'ended', effectiveOn: now?.due_date ?? null }];
  }
  const isMoved = due.was !== due.now;
  const isForOthers = !isDeepStrictEqual(reach.was, reach.now);
  return [
    ...(isMoved ? [{ ...told, ...due, change: 'moved' as const, effectiveOn: now.due_date }] : []),
    ...(isForOthers ? [{ ...told, ...wordsOf(was, now, conditions), change: 'reach-changed' as const }] : []),
  ];
}

/** The day from which it is for others is nobody's to say: an edition has it when its source was read. */
function wordsOf(was: ItemOfLaw, now: ItemOfLaw, conditions: readonly Condition[]) {
  const describe = (item: ItemOfLaw) => describeReach(reachOfItem(item), conditions);
  return { was: describe(was), now: describe(now), effectiveOn: null };
}
