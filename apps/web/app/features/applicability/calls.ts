import {
  createEstablishment,
  deleteEstablishment,
  type Establishment,
  type EstablishmentChanges,
  listEstablishments,
  type NewEstablishment,
  updateEstablishment,
} from '@anupalan/contract/applicability/establishments';
import { changeFacts, type GivenAnswer, listFacts } from '@anupalan/contract/applicability/facts';
import {
  type DoesNotApply,
  excludeItem,
  includeItem,
  listDoesNotApply,
  listMayApply,
  type MayApply,
  type NewExclusion,
} from '@anupalan/contract/applicability/items';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';

export const establishmentsQuery = callQuery(
  listEstablishments,
  { failed: 'Failed to fetch establishments' },
  ({ data }): Establishment[] => data,
);

export const factsQuery = callQuery(listFacts, { failed: 'Failed to fetch your answers' }, ({ data }) => data);

export const mayApplyQuery = callQuery(
  listMayApply,
  { failed: 'Failed to fetch what may apply' },
  ({ data }): MayApply[] => data,
);

export const doesNotApplyQuery = callQuery(
  listDoesNotApply,
  { failed: 'Failed to fetch what does not apply' },
  ({ data }): DoesNotApply[] => data,
);

export function useEstablishments() {
  return useQuery(establishmentsQuery);
}

/** Questions of the catalogue, with the answers that the company gave (R-applicability-4). */
export function useFacts() {
  return useQuery(factsQuery);
}

/** Items that may apply, each with its question (R-applicability-5). */
export function useMayApply({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({ ...mayApplyQuery, enabled });
}

/** Items of which the company says that they don't apply (R-applicability-8). */
export function useDoesNotApply() {
  return useQuery(doesNotApplyQuery);
}

/** Nouns whose answers follow from what applies. */
const STALE = ['establishments', 'facts', 'applicability', 'compliance-items', 'companies', 'notifications'];

export function useAnswer() {
  return useCall({
    send: (answers: readonly GivenAnswer[]) =>
      request(changeFacts, { body: { answers: [...answers] }, failed: 'Failed to save the answer' }),
    changes: STALE,
  });
}

/** Adds an establishment; the form shows failures. */
export function useCreateEstablishment() {
  return useCall({
    send: (body: NewEstablishment) => request(createEstablishment, { body, failed: 'Failed to add establishment' }),
    done: 'Establishment added successfully',
    describeFailure: inSilence,
    changes: STALE,
  });
}

/** Changes an establishment; the form shows failures. */
export function useUpdateEstablishment(id: string) {
  return useCall({
    send: (body: EstablishmentChanges) =>
      request(updateEstablishment, { params: { id }, body, failed: 'Failed to update establishment' }),
    done: 'Establishment updated successfully',
    describeFailure: inSilence,
    changes: STALE,
  });
}

export function useDeleteEstablishment(id: string) {
  return useCall({
    send: () => request(deleteEstablishment, { params: { id }, failed: 'Failed to remove establishment' }),
    done: 'Establishment removed successfully',
    changes: STALE,
  });
}

/** Says that an item does not apply; `onDone` runs before the item leaves the table. */
export function useExcludeItem(id: string, onDone: () => void) {
  return useCall({
    send: (body: NewExclusion) =>
      request(excludeItem, { params: { id }, body, failed: 'Failed to save that it does not apply' }),
    onDone,
    done: 'Marked as not applying to your company',
    describeFailure: inSilence,
    changes: STALE,
  });
}

export function useIncludeItem(id: string) {
  return useCall({
    send: () => request(includeItem, { params: { id }, failed: 'Failed to take it back' }),
    done: 'Applies to your company again',
    changes: STALE,
  });
}
