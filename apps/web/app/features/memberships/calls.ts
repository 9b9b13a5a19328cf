import {
  createCompany,
  deleteCompany,
  listMemberships,
  type Membership,
  type NewCompany,
} from '@anupalan/contract/people/memberships';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';

const FETCHING_COMPANIES_FAILED = 'Failed to fetch your companies';

/** Companies that the person belongs to, asked for when they want to choose one (R-pages-37). */
export function useMemberships({ enabled = true } = {}) {
  return useQuery({
    ...callQuery(listMemberships, { failed: FETCHING_COMPANIES_FAILED }, ({ data }): Membership[] => data),
    enabled,
  });
}

/**
 * Makes a further company, which the person owns (R-companies-22); then `onCreated`, before anything is asked again: who
 * had one company has several from now on. The form shows failures.
 */
export function useCreateCompany(onCreated: (membership: Membership) => void) {
  return useCall({
    send: async (body: NewCompany) =>
      (await request(createCompany, { body, failed: 'Failed to add the company. Please try again.' })).data,
    onDone: (_, membership) => onCreated(membership),
    done: (_, { companyName }) => `${companyName} was added`,
    describeFailure: inSilence,
    changes: [listMemberships],
  });
}

/** Deletes a company with everything in it, after a fresh sign-in (R-companies-25); the form shows failures. */
export function useDeleteCompany() {
  return useCall({
    send: (id: string) => request(deleteCompany, { params: { id }, failed: 'Failed to delete the company' }),
    describeFailure: inSilence,
  });
}
