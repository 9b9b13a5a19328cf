import { describeSchedule } from '../law-changes/describe-schedule.ts';
import type { Difference } from '../law-changes/difference.ts';
import { type ItemOfLaw, reachOfItem } from '../law-changes/item-of-law.ts';
import type { EditionRetired } from './edition-files.ts';

/** What became of a retired item: it ended, or goes on in another (R-catalogue-25). */
export function tellRetired(
  item: ItemOfLaw,
  { key, source, reason }: EditionRetired,
  into: { readonly key: string; readonly item: ItemOfLaw } | null,
): Difference {
  return {
    about: 'item',
    itemKey: into?.key ?? key,
    change: into ? 'merged' : 'ended',
    title: item.title,
    state: item.state,
    was: describeSchedule(item),
    now: into ? `Part of “${into.item.title}”` : reason,
    source,
    effectiveOn: null,
    reach: { was: reachOfItem(item), now: into && reachOfItem(into.item) },
  };
}
