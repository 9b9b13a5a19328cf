import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Filing } from '@anupalan/contract/fields/filing';
import type { FilingEntry, FilingOutcome } from '@anupalan/contract/people/filing-runs';
import type { AssignmentLines } from '@anupalan/domain/assignments';
import { toPaise } from '@anupalan/domain/money';
import type { Transaction } from 'kysely';
import { holdMembership } from '../../identity/members/membership.ts';
import { holdSession } from '../../identity/read-session.ts';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { Services } from '../../services.ts';
import { namedFiles } from '../evidence/named-files.ts';
import { standAtDay } from '../evidence/queries.ts';
import { addPaymentDateIn } from '../payment-dates/commands.ts';
import { recordIn } from '../status-history/commands.ts';
import { noteFiling } from '../status-history/commands-filing.ts';
import { queueForDays } from '../status-history/commands-queue.ts';
import { type Occurrence, readStandings, type Standing, standingOf } from './queries.ts';

/**
 * Records an occurrence for one company of a filing run, all of it or nothing: the status, what was filed, and with an
 * amount the payment. Who submits the same again repeats nothing (R-filing-runs-5), also when both come at once.
 * @param session the caller's, in that company
 * @throws AppError as the commands of statuses and payment dates; forbidden for who may not record there.
 */
export function fileFor(
  { database: { db }, config }: Pick<Services, 'database' | 'config'>,
  session: Session,
  occurrence: Occurrence & { readonly lines: AssignmentLines },
  entry: FilingEntry,
): Promise<Filed> {
  const { workspaceId } = session;
  const { itemId, day, lines } = occurrence;
  const { status, note = '', noEvidenceReason, registrationId } = entry;
  const filing = filingOf(entry);
  const evidence = namedFiles(config, entry.evidence);
  return db.transaction().execute(async (trx) => {
    await holdMembership(trx, session);
    // Who was removed, or made a viewer, since the run began writes nothing more.
    const caller = await holdSession(trx, session);
    requirePermission(caller, 'filing-runs.record');
    requirePermission(caller, 'status-history.record', status);
    const acting = { view: caller, by: caller };
    await queueForDays(trx, workspaceId);
    const readAll = async () => (await readStandings(trx, [workspaceId], occurrence)).get(workspaceId);
    const standings = await readAll();
    const before = standings && standingOf(standings, registrationId);
    const isComparable = registrationId !== undefined || standings?.isOfAll;
    const isThere = !evidence || (await standAtDay(trx, workspaceId, { itemId, day, ids: evidence.ids }));
    if (before && isComparable && isThere && says(before, { status, note, filing })) {
      return { outcome: 'unchanged', standing: before };
    }
    const recordId = randomUUIDv7();
    const record = { itemId, day, status, note, noEvidenceReason, evidence, registrationId, lines, recordId };
    const outcome = await recordIn(trx, acting, record);
    if (filing) await noteFiling(trx, { workspaceId, recordId }, filing);
    if (
      filing?.amount !== undefined &&
      filing.paidOn &&
      !isDeepStrictEqual(paymentOf(before?.filing), paymentOf(filing))
    ) {
      const payment = { itemId, day: filing.paidOn, amount: filing.amount, description: filing.number ?? '' };
      if (!(await hasPayment(trx, workspaceId, payment))) await addPaymentDateIn(trx, acting, payment);
    }
    const isPlain = outcome === 'recorded' && !evidence;
    const recorded = isPlain && before && { ...before, status, waiting: null, filing, note, files: 0 };
    if (recorded) return { outcome, standing: recorded };
    const after = await readAll();
    return { outcome, standing: after && standingOf(after, registrationId) };
  });
}

/** What became of an entry, and how the occurrence stands in the company then. */
interface Filed {
  readonly outcome: Exclude<FilingOutcome['outcome'], 'refused'>;
  readonly standing: Standing | undefined;
}

/**
 * Whether a company has a payment already: that of a filing which was returned, replaced or taken back is still there
 * (R-filing-runs-5).
 */
async function hasPayment(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  { itemId, day, amount }: { itemId: string; day: string; amount: number },
): Promise<boolean> {
  const found = await trx
    .selectFrom('payment_dates')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('compliance_item_id', '=', itemId)
    .where('day', '=', day)
    .where('amount_paise', '=', toPaise(amount))
    .executeTakeFirst();
  return found !== undefined;
}

/** What an entry says was filed; null when it says nothing of it. */
function filingOf({ number, filedOn, amount, paidOn, nil }: FilingEntry): Filing | null {
  const filing = {
    ...(number && { number }),
    ...(filedOn && { filedOn }),
    ...(amount !== undefined && { amount }),
    ...(paidOn && { paidOn }),
    ...(nil && { nil: true as const }),
  };
  return Object.keys(filing).length > 0 ? filing : null;
}

/** Whether a company's occurrence stands as an entry would leave it. */
function says(
  standing: Standing,
  { status, note, filing }: Pick<FilingEntry, 'status'> & { note: string; filing: Filing | null },
): boolean {
  const stands = standing.waiting ?? standing.status;
  return stands === status && standing.note === note && isDeepStrictEqual(withoutWay(standing.filing), filing);
}

/** What was filed, in whatever way it was said. */
function withoutWay(filing: Filing | null): Filing | null {
  if (filing === null) return null;
  const { byMailLink: _, ...said } = filing;
  return said;
}

function paymentOf(filing: Filing | null | undefined): readonly unknown[] {
  return [filing?.amount, filing?.paidOn];
}
