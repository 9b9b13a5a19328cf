import type { NewApiToken } from '@anupalan/contract/people/api-tokens';
import { can } from '@anupalan/domain/permissions';
import type { Transaction } from 'kysely';
import { holdSession } from '../../identity/read-session.ts';
import { actorOf, requirePermission, type Session } from '../../identity/sessions.ts';
import { beginToken, claimExpiring, endToken, setTokenPolicy } from '../../identity/tokens/commands.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { recordActivity } from '../activity/commands.ts';
import { holdOwnCompany, requireThawed } from '../members/commands-hold.ts';
import { composeExpiryMail } from './emails.ts';
import { allowsTokens, countTokens, getToken, type ListedToken, noToken } from './queries.ts';

/** The tokens that somebody may have in one company at once (R-tokens-2). */
const MOST_TOKENS = 20;

/** The longest life of a token: a year, and a day for whoever counts in calendar years (R-tokens-2). */
const MOST_HOURS = 366 * 24;

/** How many days before its end mail tells of a token, the later one last (R-tokens-7). */
const TOLD_DAYS = [7, 1] as const;

/** Mails that one transaction writes. */
const TOLD_AT_ONCE = 100;

type Needs = Pick<Services, 'database' | 'now'>;

/**
 * Makes a token of the caller for the company of the call (R-tokens-2), whose session goes on until it is made: what
 * ends all their sessions comes before, or ends the token too (R-tokens-3).
 * @throws AppError forbidden, also where the owner forbids tokens; unauthenticated when the session has ended meanwhile;
 * invalid for an end that has passed or is more than a year away; conflict without a company, and for who has too many
 */
export async function createToken(
  { database, now }: Needs,
  session: Session,
  { name, scopes, expiresAt }: NewApiToken,
): Promise<{ made: ListedToken; token: string }> {
  const days = requireEnd(expiresAt, now());
  const toldDays = TOLD_DAYS.findLast((told) => days <= told) ?? null;
  return await database.db.transaction().execute(async (trx) => {
    // The company comes before the session, in the order in which a person with an own company is erased.
    const { company, by } = await holdOwnCompany(trx, session);
    await holdSession(trx, session);
    requirePermission(by, 'api-tokens.create');
    await requireAllowed(trx, by);
    if ((await countTokens(trx, by)) >= MOST_TOKENS) {
      throw new AppError('conflict', `You can have ${MOST_TOKENS} API tokens. Revoke one that nobody needs any more.`);
    }
    const { id, token } = await beginToken(trx, by, { name, scopes, expiresAt, toldDays });
    await recordActivity(trx, by, { what: 'api-tokens.create', about: { name } });
    return { made: await getToken(trx, company.workspaceId, id), token };
  });
}

/** Ends a token: one's own, the owner anybody's (R-tokens-6). @throws AppError not-found; forbidden */
export async function revokeToken({ database }: Needs, session: Session, id: string): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const { company, by } = await holdOwnCompany(trx, session);
    const { user_id: userId, name } = await getToken(trx, company.workspaceId, id);
    // What somebody may not see isn't there, as far as they are told.
    if (!can(actorOf(by), 'api-tokens.list', { userId })) throw noToken();
    requirePermission(by, 'api-tokens.revoke', { userId });
    await endToken(trx, company.workspaceId, id);
    await recordActivity(trx, by, { what: 'api-tokens.revoke', about: { name, userId } });
  });
}

/** Says whether the company of the call allows tokens (R-tokens-6). @throws AppError forbidden */
export async function changePolicy({ database }: Needs, session: Session, allowed: boolean): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const { company, by } = await holdOwnCompany(trx, session);
    requirePermission(by, 'api-tokens.change-policy');
    requireThawed(company);
    if ((await allowsTokens(trx, company.workspaceId)) === allowed) return;
    await setTokenPolicy(trx, company.workspaceId, allowed);
    await recordActivity(trx, by, { what: allowed ? 'api-tokens.allow' : 'api-tokens.forbid' });
  });
}

/** Tells by mail of tokens that end within a week, and again within a day (R-tokens-7). */
export async function tellOfExpiry({ database, jobs, config }: Pick<Services, 'database' | 'jobs' | 'config'>) {
  for (const days of TOLD_DAYS.toReversed()) {
    let told = TOLD_AT_ONCE;
    while (told === TOLD_AT_ONCE) {
      told = await database.db.transaction().execute(async (trx) => {
        const expiring = await claimExpiring(trx, days, TOLD_AT_ONCE);
        for (const token of expiring) {
          await enqueueMail(trx, jobs, await composeExpiryMail({ ...token, publicUrl: config.publicUrl }), 'last');
        }
        return expiring.length;
      });
    }
  }
}

/** The days from now to the end of a token. @throws AppError invalid */
function requireEnd(expiresAt: string, now: Temporal.Instant): number {
  const hours = now.until(Temporal.Instant.from(expiresAt)).total('hours');
  const fault =
    (hours <= 0 && 'Choose a day that is still to come') || (hours > MOST_HOURS && 'A token lives a year at most');
  if (fault) throw new AppError('invalid', fault, { faults: { expiresAt: fault } });
  return hours / 24;
}

/** @throws AppError forbidden */
async function requireAllowed(trx: Transaction<DB>, { workspaceId }: Session): Promise<void> {
  if (await allowsTokens(trx, workspaceId)) return;
  throw new AppError('forbidden', 'The owner of this company does not allow API tokens');
}
