import {
  addState,
  type Company,
  type CompanyChanges,
  type CompanyForm,
  getCompanyOfUser,
  getOwnCompany,
  registerCompany,
  removeState,
  updateOwnCompany,
} from '@anupalan/contract/companies';
import { getOwnProfile } from '@anupalan/contract/users';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { askAgain } from '../../lib/api/ask-again.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';

const FETCH_FAILED = 'Failed to fetch company data';

export const ownCompanyQuery = callQuery(
  getOwnCompany,
  { failed: FETCH_FAILED },
  ({ data }): Company | null => data.company,
);

/** Company of the viewer's workspace; null while none is registered (R-companies-8). */
export function useOwnCompany() {
  return useQuery(ownCompanyQuery);
}

/** Company of any user, for administrators; null while none is registered (R-companies-10). */
export function useCompanyOfUser(userId: string) {
  return useQuery(
    callQuery(
      getCompanyOfUser,
      { params: { id: userId }, failed: FETCH_FAILED },
      ({ data }): Company | null => data.company,
    ),
  );
}

/** Registers the workspace's company (R-companies-7); the form shows failures. */
export function useRegisterCompany() {
  return useCall({
    send: (body: CompanyForm) => request(registerCompany, { body, failed: 'Failed to register company' }),
    onDone: keepOwnCompany,
    describeFailure: inSilence,
    // A 409 says that a colleague has registered it meanwhile.
    onFailure: rereadOwnCompany,
  });
}

/** Changes the company except its added states (R-companies-9); the form shows failures. */
export function useUpdateOwnCompany() {
  return useCall({
    send: (body: CompanyChanges) => request(updateOwnCompany, { body, failed: 'Failed to update company profile' }),
    onDone: keepOwnCompany,
    describeFailure: inSilence,
  });
}

export function useAddState() {
  return useCall({
    send: (state: string) => request(addState, { body: { state }, failed: 'Failed to add state' }),
    onDone: keepOwnCompany,
    done: (state) => `State ${state} added successfully. Applicable Acts will now appear.`,
    onFailure: rereadOwnCompany,
  });
}

/** Removes an added state; the primary one changes with the company's profile (R-companies-13). */
export function useRemoveState() {
  return useCall({
    send: (state: string) => request(removeState, { params: { state }, failed: 'Failed to remove state' }),
    onDone: keepOwnCompany,
    done: (state) => `State ${state} removed successfully. Compliance data has been updated.`,
    onFailure: rereadOwnCompany,
  });
}

/** Shows the company from the answer and reloads the tracker, as states and headcount decide which items apply. */
function keepOwnCompany(client: QueryClient, { data }: { data: { company: Company } }): void {
  client.setQueryData(ownCompanyQuery.queryKey, data.company);
  void askAgain(client, ['compliance-items', 'applicability', 'establishments', getOwnProfile]);
}

/** Reloads the company after a refusal that contradicts the one shown. */
function rereadOwnCompany(client: QueryClient): void {
  void askAgain(client, [getOwnCompany]);
}
