import type { Freeze, Handover, Ownerless } from '@anupalan/contract/people/handovers';
import { type findFreeze, type LiveHandover, type listOwnerless, planAfter } from './queries.ts';

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

/** Why a company can only be read, as the caller sees it. */
export function presentFreeze(
  { since, until }: NonNullable<Awaited<ReturnType<typeof findFreeze>>>,
  offer: LiveHandover | undefined,
  callerId: string,
): Freeze {
  return {
    since: since.toISOString(),
    until: until.toISOString(),
    offer: offer ? presentHandover(offer, callerId) : null,
  };
}

/** A company without an owner, in which somebody works. */
export function presentOwnerless(row: Awaited<ReturnType<typeof listOwnerless>>[number]): Ownerless {
  return {
    companyId: row.company_id,
    companyName: row.company_name,
    role: row.role,
    since: row.since.toISOString(),
    until: row.until.toISOString(),
  };
}
