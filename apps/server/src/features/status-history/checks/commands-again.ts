import { randomUUIDv7 } from 'node:crypto';
import { type Assignment, assign, chooseChecker, mayCheck } from '@anupalan/domain/assignments';
import { NOTE } from '@anupalan/domain/statuses';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Checks, DB } from '../../../platform/postgres/database-schema.ts';
import { readDay } from '../../../platform/postgres/prepared-statement.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../../activity/commands.ts';
import { inheritFiles } from '../../evidence/commands-records.ts';
import { type Acting, authorOf } from '../../tracker/commands.ts';
import { listColleagues, readLines } from '../../tracker/queries-assignments.ts';
import { listNumberIds } from '../../tracker/queries-numbers.ts';
import { type EntryOfLines, putLine, readLines as readEntry, settledSince } from '../commands-lines.ts';
import { putAside, readState } from '../commands-put-aside.ts';
import { queueForDays } from '../commands-queue.ts';
import { dayOf } from './commands-items.ts';
import { type CheckKey, holdChecker, lockCheck, nobodyMayCheck, peopleBehind, settleEntry } from './commands-wait.ts';

/**
 * Lets the records wait again that were approved with a payment or a submission which is being changed or deleted
 * (R-checks-21): called in that transaction, after it.
 * @throws AppError conflict when nobody may check a record then.
 */
export async function letWaitAgain(trx: Transaction<DB>, acting: Acting, thingId: string): Promise<void> {
  const { workspaceId } = acting.view;
  const listStanding = () => listStandingOn(trx, workspaceId, thingId);
  const listWaiting = () => listSayingAgain(trx, workspaceId, thingId);
  if ([...(await listStanding()), ...(await listWaiting())].length === 0) return;
  await queueForDays(trx, workspaceId);
  for (const id of await listWaiting()) {
    await lockCheck(trx, { workspaceId, id });
    await joinWaiting(trx, { workspaceId, id }, { changedBy: peopleBehind(acting), since: null });
  }
  for (;;) {
    const [id] = await listStanding();
    if (id === undefined) return;
    await lockCheck(trx, { workspaceId, id });
    await waitAgain(trx, acting, id);
  }
}

/**
 * Who changes the files of a record that waits doesn't check it either (R-evidence-9); of one that doesn't wait nothing
 * happens. The caller holds its day.
 * @throws AppError conflict when nobody may check it then
 */
export async function noteChange(trx: Transaction<DB>, acting: Acting, recordId: string): Promise<void> {
  const key = { workspaceId: acting.view.workspaceId, id: recordId };
  await joinWaiting(trx, key, { changedBy: peopleBehind(acting), since: null });
}

async function listStandingOn(trx: Transaction<DB>, workspaceId: WorkspaceId, thingId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select records_standing_on(${workspaceId}, ${thingId}) as id`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * The records that wait in the place of one that was put aside and had been approved with a thing: nothing stands on it
 * any more, and who deletes it is no fitting checker all the same.
 */
async function listSayingAgain(trx: Transaction<DB>, workspaceId: WorkspaceId, thingId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct waiting.id
    from approved_figures figure
      join checks former on (former.workspace_id, former.id) = (figure.workspace_id, figure.record_id)
      join status_records record on (record.workspace_id, record.id) = (former.workspace_id, former.id)
      join checks waiting on (waiting.workspace_id, waiting.compliance_item_id, waiting.day)
        = (former.workspace_id, former.compliance_item_id, former.day)
    where figure.workspace_id = ${workspaceId} and figure.thing_id = ${thingId} and record.counterpart is not null
      and waiting.outcome is null and cardinality(waiting.changed_by) > 0
      and coalesce(waiting.registration_id = former.registration_id, true)
    order by waiting.id`.execute(trx);
  return rows.map(({ id }) => id);
}

async function waitAgain(trx: Transaction<DB>, acting: Acting, recordId: string): Promise<void> {
  const { workspaceId } = acting.view;
  const former = await trx
    .selectFrom('checks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', recordId)
    .executeTakeFirstOrThrow();
  const { itemId, day } = dayOf(former);
  const { status } = former;
  const entry = await readEntry(trx, { workspaceId, itemId, day });
  const numbers = await listNumberIds(trx, workspaceId, { itemId, day });
  const newer = await listNewer(trx, former);
  const madeAt = await putAside(trx, acting.by, { recordId, ...(await readState(trx, recordId)) });
  const changedBy = [...new Set([...former.changed_by, ...peopleBehind(acting)])];
  for (const about of listAbout(former, { entry, numbers, newer })) {
    const since = settledSince(entry, about);
    const ofIt = newer.filter(({ registrationId }) => registrationId === null || registrationId === about);
    const waiting = ofIt.flatMap(({ waiting: id }) => id ?? []);
    for (const id of waiting) await joinWaiting(trx, { workspaceId, id }, { changedBy, since });
    // Where something newer counts already, nothing is said again; nor of a number that didn't stand on the record.
    const stood = about === former.registration_id || since !== null;
    if (ofIt.length === 0 && stood) await addAgain(trx, acting, { former, about, since, changedBy, madeAt, numbers });
  }
  await recordActivity(trx, authorOf(acting), {
    what: 'checks.wait-again',
    about: { itemId, day: readDay(day), recordId, status },
  });
}

/** What is newer than an approved record: a status that counts, or one that waits, whose id is given then. */
interface Newer {
  readonly registrationId: string | null;
  readonly waiting: string | null;
}

/** What is newer about the day of an approved record, of whichever number. The caller holds the day's entry. */
async function listNewer(trx: Transaction<DB>, { workspace_id, id }: Selectable<Checks>): Promise<Newer[]> {
  const { rows } = await sql<Newer>`
    select other.registration_id as "registrationId", null::uuid as waiting
    from checks former join status_records other using (workspace_id, compliance_item_id, day)
    where former.workspace_id = ${workspace_id} and former.id = ${id} and other.created_at > former.made_at
      and other.status <> ${NOTE} and other.counterpart is null
    union all
    select other.registration_id, other.id
    from checks former join checks other using (workspace_id, compliance_item_id, day)
    where former.workspace_id = ${workspace_id} and former.id = ${id} and other.outcome is null`.execute(trx);
  return rows;
}

/**
 * What a record is to be said again about: what it was about; one about all of which a number has something newer, about
 * each number for itself.
 */
function listAbout(
  { registration_id }: Selectable<Checks>,
  { entry, numbers, newer }: { entry: EntryOfLines; numbers: readonly string[]; newer: readonly Newer[] },
): (string | null)[] {
  const isSplit = newer.length > 0 && newer.every(({ registrationId }) => registrationId !== null);
  if (registration_id !== null || !isSplit) return [registration_id];
  return [...new Set([...numbers, ...Object.keys(entry.lines ?? {})])];
}

/** Who changed what an approved record stood on, and since when its day or line had been settled, if it was. */
interface Changed {
  readonly changedBy: readonly string[];
  readonly since: string | null;
}

/**
 * Where something newer waits for the same number, or for all, that is what the checker sees; who changed the figures
 * doesn't check it either.
 */
async function joinWaiting(
  trx: Transaction<DB>,
  { workspaceId, id }: CheckKey,
  { changedBy, since }: Changed,
): Promise<void> {
  const newer = await trx
    .selectFrom('checks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  if (!newer) return;
  const everybody = [...new Set([...newer.changed_by, ...changedBy])];
  const by = [...makersOf(newer), ...everybody];
  const isOwn = newer.waits_for !== null && by.includes(newer.waits_for);
  const waits =
    newer.waits_for !== null && !isOwn
      ? ({ checker: newer.waits_for, reason: null } as const)
      : ({ checker: null, reason: newer.reason ?? 'own' } as const);
  const people = await listPresent(trx, workspaceId);
  if (!people.some((person) => mayCheck(person, { waits, by }, people))) throw nobodyMayCheck();
  await sql`
    update checks set changed_by = ${everybody}::uuid[], waits_for = ${waits.checker},
      reason = ${waits.reason}, settled_from = coalesce(settled_from, ${since}::timestamptz)
    where workspace_id = ${workspaceId} and id = ${id}`.execute(trx);
}

/** What is said again of an approved record, put aside at a moment. */
interface Again extends Changed {
  readonly former: Selectable<Checks>;
  /** The number that it is about; null for all. */
  readonly about: string | null;
  readonly madeAt: string;
  /** The ids of the day's numbers. */
  readonly numbers: readonly string[];
}

/**
 * Says the former record again: for its item's checker, or where the item has none any more, at once, as every record
 * of such an item.
 */
async function addAgain(trx: Transaction<DB>, acting: Acting, again: Again): Promise<void> {
  const { former, about, since, changedBy, madeAt, numbers } = again;
  const { workspaceId } = acting.view;
  const lines = await readLines(trx, workspaceId, dayOf(former).itemId);
  const waits = chooseChecker(lines, [...makersOf(former), ...changedBy], await listPresent(trx, workspaceId));
  if (waits === 'nobody') throw nobodyMayCheck();
  const people = assign(lines);
  if (waits === null) return countAgain(trx, again, people);
  const id = randomUUIDv7();
  const { checker: waitsFor, reason } = await holdChecker(trx, acting, waits);
  await sql`
    insert into checks (workspace_id, id, compliance_item_id, day, registration_id, status, note, no_evidence_reason,
      filing, made_at, settled_from, author_id, impersonator_id, in_name_of, responsible_id, deputy_id, checker_id,
      waits_for, reason, again_of, changed_by, imported)
    select workspace_id, ${id}, compliance_item_id, day, ${about}::uuid, status, note, no_evidence_reason, filing,
      ${madeAt}::timestamptz, coalesce(${since}::timestamptz, settled_from, made_at), author_id, impersonator_id,
      in_name_of, ${people.responsible}::uuid, ${people.deputy}::uuid, ${people.checker}::uuid, ${waitsFor}::uuid,
      ${reason}, id, ${changedBy}::uuid[], imported
    from checks where workspace_id = ${workspaceId} and id = ${former.id}`.execute(trx);
  await inheritFiles(trx, workspaceId, { from: former.id, to: id });
  await settleEntry(trx, { workspaceId, id }, numbers);
}

/** Lets the former record count without a check: at its moment and by its author, whoever let it be said again. */
async function countAgain(
  trx: Transaction<DB>,
  { former, about, since, numbers }: Again,
  { responsible, deputy, checker }: Assignment,
): Promise<void> {
  const { workspace_id, status } = former;
  const { itemId, day } = dayOf(former);
  const id = randomUUIDv7();
  const { rows } = await sql<{ workspaceId: WorkspaceId; at: string }>`
    insert into status_records (workspace_id, compliance_item_id, day, id, registration_id, status, note, updated_by,
      impersonator_id, responsible_id, deputy_id, checker_id, no_evidence_reason, filing, created_at, updated_at,
      imported)
    select workspace_id, compliance_item_id, day, ${id}, ${about}::uuid, status, note,
      (select users.id from users where users.id = author_id),
      (select users.id from users where users.id = impersonator_id), ${responsible}::uuid, ${deputy}::uuid,
      ${checker}::uuid, no_evidence_reason, filing, made_at, made_at, imported
    from checks where workspace_id = ${workspace_id} and id = ${former.id}
    returning workspace_id as "workspaceId", coalesce(${since}::timestamptz, created_at)::text as at`.execute(trx);
  const [added] = rows;
  if (!added) throw new Error('A record that was approved is gone');
  const { workspaceId, at } = added;
  await inheritFiles(trx, workspaceId, { from: former.id, to: id });
  if (about !== null) {
    await putLine(trx, { workspaceId, itemId, day }, about, { numbers, say: () => ({ status, at }) });
    return;
  }
  await sql`
    update status_entries set current_status = ${status}, settled_at = ${at}::timestamptz, lines = null,
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
    where (workspace_id, compliance_item_id, day) = (${workspaceId}, ${itemId}, ${day})`.execute(trx);
}

function makersOf({ author_id, impersonator_id, in_name_of, changed_by }: Selectable<Checks>): string[] {
  return [author_id, impersonator_id ?? author_id, in_name_of, ...changed_by];
}

/** The company's people; who is away may check all the same, so that it doesn't matter here who is. */
async function listPresent(trx: Transaction<DB>, workspaceId: WorkspaceId) {
  return (await listColleagues(trx, workspaceId)).map((person) => ({ ...person, isAway: false }));
}
