import { NewOwnObligation } from '@anupalan/contract/company/own-obligations';
import { type ItemDraft, type ItemRequest, listFaults, readDraft, withoutEmpty } from './item-draft.ts';

/** Choice of an act that the company names itself (R-registrations-12). */
export const NEW_ACT = 'new-act';

/** Draft of an own obligation as requests carry it: it is free, and for the company whatever its size. */
type OwnRequest = Omit<ItemRequest, 'actId' | 'accessLevel' | 'minEmployees' | 'maxEmployees'> & {
  actId?: string;
  actName?: string;
};

export function readOwnDraft(draft: ItemDraft): OwnRequest {
  const { actId, accessLevel: _access, minEmployees: _min, maxEmployees: _max, ...parts } = readDraft(draft);
  return { ...parts, ...(actId === NEW_ACT ? { actName: draft.actName } : { actId }) };
}

/** Request for a new own obligation, without what is empty. */
export function readNewOwn(draft: ItemDraft) {
  return withoutEmpty(readOwnDraft(draft));
}

/** Faults of a draft of an own obligation by field of the form, all at once (R-pages-15). */
export function findOwnFaults(draft: ItemDraft, isNew: boolean): Record<string, string> {
  return listFaults(draft, NewOwnObligation.safeParse(isNew ? readNewOwn(draft) : readOwnDraft(draft)).error);
}
