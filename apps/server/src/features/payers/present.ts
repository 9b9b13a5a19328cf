import type { Payer } from '@anupalan/contract/people/payers';
import type { PayerRow } from './queries.ts';

/** Who pays for a company, as the caller sees it. */
export function presentPayer(row: PayerRow, callerId: string): Payer {
  const payer = namePerson(row.payer_user_id, row.payer_first_name, row.payer_last_name);
  const asked = namePerson(row.asked_user_id, row.asked_first_name, row.asked_last_name);
  return {
    payer: payer && { ...payer, isOwner: row.payer_id === null },
    plan: row.plan,
    asked:
      asked && row.asked_at
        ? { ...asked, forMe: asked.userId === callerId, askedAt: row.asked_at.toISOString() }
        : null,
  };
}

function namePerson(userId: string | null, firstName: string | null, lastName: string | null) {
  return userId === null ? null : { userId, firstName: firstName ?? '', lastName: lastName ?? '' };
}
