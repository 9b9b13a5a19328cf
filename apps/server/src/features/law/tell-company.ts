import type { LawChange } from '@anupalan/contract/law/changes';
import type { Applicability } from '@anupalan/domain/applicability';
import { MAY_APPLY } from '@anupalan/domain/law/law-changes';

type Outcome = Applicability['outcome'];

/**
 * What a change of an obligation is for a company to which it applied, and applies now, as the outcomes say (R-law-17);
 * null where it is nothing for it.
 * @param was null where there was no such obligation, `now` where there is none
 */
export function tellCompany(
  change: LawChange['change'],
  { was, now }: { readonly was: Outcome | null; readonly now: Outcome | null },
): LawChange['change'] | null {
  const concerned = isConcerned(was);
  const concerns = isConcerned(now);
  if (change === 'moved') return concerned && concerns ? change : null;
  if (change !== 'reach-changed') return concerned || concerns ? change : null;
  if (was === now) return null;
  if (now === 'applies') return 'added';
  if (now === 'may-apply') return MAY_APPLY;
  return 'ended';
}

function isConcerned(outcome: Outcome | null): boolean {
  return outcome !== null && outcome !== 'does-not-apply';
}
