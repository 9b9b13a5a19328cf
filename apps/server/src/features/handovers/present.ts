import type { Handover } from '@anupalan/contract/people/handovers';
import { type LiveHandover, planAfter } from './queries.ts';

/** An offer as the caller sees it. */
export function presentHandover(offer: LiveHandover, callerId: string): Handover {
  const { owner_first_name: firstName, owner_last_name: lastName } = offer;
  return {
    _id: offer.id,
    companyId: offer.company_id,
    companyName: offer.company_name,
    from: firstName === null || lastName === null ? null : { userId: offer.offered_by, firstName, lastName },
    to: { userId: offer.user_id, firstName: offer.first_name, lastName: offer.last_name },
    forMe: offer.user_id === callerId,
    planAfter: planAfter(offer),
    createdAt: offer.created_at.toISOString(),
    expiresAt: offer.expires_at.toISOString(),
  };
}
