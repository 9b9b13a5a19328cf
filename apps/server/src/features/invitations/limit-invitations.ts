import type { Pool } from 'pg';
import { AppError } from '../../platform/errors/errors.ts';
import { RateLimit, type Refund, spendTogether } from '../../platform/http/rate-limits.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { Services } from '../../services.ts';

/** Invitations mailed in 24 hours: for one company, and by one person (R-members-35). */
const INVITATIONS_A_DAY = { company: 50, person: 200 } as const;

/** The limits of invitations, which all instances share. */
export function createInvitationLimits(pool: Pool): Services['invitationLimits'] {
  const aDay = (name: string, points: number) => new RateLimit(pool, { name, points, seconds: 24 * 3_600 });
  return {
    perCompany: aDay('invitations-company', INVITATIONS_A_DAY.company),
    perPerson: aDay('invitations-person', INVITATIONS_A_DAY.person),
  };
}

/**
 * Counts an invitation that is about to be mailed.
 * @returns what takes the count back, when it isn't
 * @throws AppError too-many
 */
export async function limitInvitations(
  { perCompany, perPerson }: Services['invitationLimits'],
  { workspaceId, userId }: { workspaceId: WorkspaceId; userId: string },
): Promise<Refund> {
  try {
    return await spendTogether([perCompany.use(workspaceId), perPerson.use(userId)]);
  } catch (error) {
    if (!(error instanceof AppError) || error.retryAfter === undefined) throw error;
    const { company, person } = INVITATIONS_A_DAY;
    throw new AppError(
      'too-many',
      `A company can mail ${company} invitations a day, and a person ${person}. Please try again tomorrow.`,
      { retryAfter: error.retryAfter, cause: error },
    );
  }
}
