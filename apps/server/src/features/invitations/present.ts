import type { Invitation, InvitationPreview } from '@anupalan/contract/people/invitations';
import type { FoundInvitation, OpenInvitation } from './queries.ts';

/** An invitation as the list has it. */
export function presentInvitation(row: OpenInvitation): Invitation {
  return {
    _id: row.id,
    email: row.email,
    role: row.role,
    ...presentScope(row),
    acts: row.acts,
    invitedBy: { userId: row.invited_by, firstName: row.first_name, lastName: row.last_name },
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    expired: row.expired,
  };
}

/** An invitation as the invited see it before they accept it. */
export function presentPreview(
  found: FoundInvitation,
  { acts, hasAccount }: Pick<InvitationPreview, 'acts' | 'hasAccount'>,
): InvitationPreview {
  return {
    state: found.expired ? 'expired' : 'open',
    companyId: found.company_id,
    companyName: found.company_name,
    invitedBy: { firstName: found.first_name ?? '', lastName: found.last_name ?? '' },
    email: found.email,
    role: found.role,
    ...presentScope(found),
    acts,
    expiresAt: found.expires_at.toISOString(),
    hasAccount,
  };
}

function presentScope({ until, from_day, to_day }: Pick<FoundInvitation, 'until' | 'from_day' | 'to_day'>) {
  return { until: presentDay(until), from: presentDay(from_day), to: presentDay(to_day) };
}

function presentDay(day: string | null): string | null {
  return day === null ? null : `${day}T00:00:00.000Z`;
}
