import { acceptPayer, askPayer, endPayer, getPayer, type Payer } from '@anupalan/contract/people/payers';
import { getOwnProfile } from '@anupalan/contract/users';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { PLAN_DEPENDENT } from '../payments/plan-dependent.ts';

/** Who pays decides the plan, and with it what everybody in the company sees (R-members-60). */
const OF_PLAN = ['payers', 'memberships', getOwnProfile, ...PLAN_DEPENDENT] as const;

const payerQuery = callQuery(getPayer, { failed: 'Failed to fetch who pays' }, ({ data }): Payer => data);

/** Who pays for the company, and who was asked to. */
export function usePayer({ enabled }: { enabled: boolean }) {
  return useQuery({ ...payerQuery, enabled });
}

/** Asks a member with Premium to pay; nothing changes until they accept (R-members-61). */
export function useAskPayer() {
  return useCall({
    send: (userId: string) => request(askPayer, { body: { userId }, failed: 'Failed to ask this person' }),
    done: (_, { data: { asked } }) => `${asked?.firstName ?? 'They'} was asked to pay for the company`,
    changes: ['payers'],
  });
}

export function useAcceptPayer() {
  return useCall({
    send: () => request(acceptPayer, { failed: 'Failed to accept' }),
    done: 'You pay for this company now',
    changes: OF_PLAN,
  });
}

/** Lets the owner pay again, or takes back or refuses what was asked (R-members-63). */
export function useEndPayer() {
  return useCall({
    send: () => request(endPayer, { failed: 'Failed to change who pays' }),
    done: 'Saved',
    changes: OF_PLAN,
  });
}
