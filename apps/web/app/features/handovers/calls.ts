import {
  acceptHandover,
  appointOwner,
  declineHandover,
  type Freeze,
  getFreeze,
  type Handover,
  listHandovers,
  listOwnerless,
  type Ownerless,
  offerHandover,
  withdrawHandover,
} from '@anupalan/contract/people/handovers';
import { getOwnProfile } from '@anupalan/contract/users';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { useCall } from '../../lib/api/use-call.ts';

/** What a change of owner makes stale. */
const OF_OWNER = ['handovers', 'members', 'memberships', 'payers', getOwnProfile] as const;

const handoversQuery = callQuery(
  listHandovers,
  { failed: 'Failed to fetch what was offered' },
  ({ data }): Handover[] => data,
);

/** Offers of companies: to the person in any, and of the tab's company to anybody (R-members-50). */
export function useHandovers({ enabled }: { enabled: boolean }) {
  return useQuery({ ...handoversQuery, enabled });
}

/** Offers the company to one of its people, after a fresh sign-in (R-members-50). */
export function useOfferHandover() {
  return useCall({
    send: (userId: string) => request(offerHandover, { body: { userId }, failed: 'Failed to offer the company' }),
    done: (_, { data: { to } }) => `${to.firstName} was asked to take the company over`,
    changes: ['handovers'],
  });
}

export function useWithdrawHandover() {
  return useCall({
    send: (id: string) => request(withdrawHandover, { params: { id }, failed: 'Failed to take the offer back' }),
    done: 'The offer was taken back',
    changes: ['handovers'],
  });
}

/** Becomes the owner of a company (R-members-52). */
export function useAcceptHandover() {
  return useCall({
    send: (id: string) => request(acceptHandover, { params: { id }, failed: 'Failed to take the company over' }),
    done: (_, { data: { companyName } }) => `You own ${companyName} now`,
    changes: OF_OWNER,
  });
}

export function useDeclineHandover() {
  return useCall({
    send: (id: string) => request(declineHandover, { params: { id }, failed: 'Failed to refuse the offer' }),
    done: 'You refused the offer',
    changes: ['handovers'],
  });
}

/** Why the tab's company can only be read, and who may take it over (R-companies-28); null when it has an owner. */
export function useFreeze() {
  return useQuery(callQuery(getFreeze, {}, ({ data }): Freeze | null => data));
}

/** Companies without an owner that a user works in, for administrators (R-members-55). */
export function useOwnerless(userId: string) {
  return useQuery(callQuery(listOwnerless, { params: { userId } }, ({ data }): Ownerless[] => data));
}

/** Makes somebody the owner of a company that has none (R-members-55). */
export function useAppointOwner() {
  return useCall({
    send: (body: { companyId: string; userId: string }) =>
      request(appointOwner, { body, failed: 'Failed to appoint the owner' }),
    done: (_, { data: { companyName } }) => `${companyName} has an owner again`,
    changes: ['handovers', 'users'],
  });
}
