import type { AuditEntry, AuditFilters, AuditPeople } from '@anupalan/contract/audit-log';
import type { BoundedPagination } from '@anupalan/contract/wire/primitives';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { COUNTED_AT_MOST, countFound, paginate } from '../../platform/postgres/pages.ts';
import { presentAuditEntry } from './present.ts';

/** Entries of one batch of the export. */
const BATCH = 500;

/** Refuses a period whose last day is before its first. @throws AppError invalid */
export function requireDaysInOrder({ from, to }: AuditFilters): void {
  if (!from || !to || from <= to) return;
  const fault = 'The last day must not be before the first';
  throw new AppError('invalid', fault, { faults: { to: fault } });
}

/** A page of the entries, newest first; pages end where the counting of entries ends (R-audit-log-5, R-audit-log-6). */
export async function listAuditEntries(
  db: Db,
  { page, limit, ...filters }: AuditFilters & { page: number; limit: number },
): Promise<{ entries: AuditEntry[]; people: AuditPeople; pagination: BoundedPagination }> {
  const offset = (page - 1) * limit;
  const [entries, people, counted] = await Promise.all([
    offset < COUNTED_AT_MOST ? readEntries(db, filters, { limit, offset }) : [],
    findPeople(db, filters),
    countFound(db, db.selectFrom('audit_log').select('id').where(matches(filters))),
  ]);
  return { entries, people, pagination: paginate({ page, limit }, counted) };
}

/** Every entry that exists when this begins, newest first, read batch by batch (R-audit-log-7). */
export async function* streamAuditEntries(db: Db, filters: AuditFilters): AsyncGenerator<AuditEntry> {
  let before: string | undefined;
  while (true) {
    const batch = await readEntries(db, filters, { limit: BATCH, offset: 0, before });
    yield* batch;
    before = batch.at(-1)?._id;
    if (batch.length < BATCH) return;
  }
}

async function readEntries(
  db: Db,
  filters: AuditFilters,
  { limit, offset, before }: { limit: number; offset: number; before?: string | undefined },
): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('audit_log')
        .selectAll()
        .where(matches(filters))
        .$if(before !== undefined, (query) => query.where(precedes(before ?? '')))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .as('entry'),
    )
    .leftJoin('audit_origins as origin', 'origin.entry_id', 'entry.id')
    .leftJoin('users as actor', 'actor.id', 'entry.actor_id')
    .leftJoin('users as impersonator', 'impersonator.id', 'entry.impersonator_id')
    .leftJoin('users as subject', 'subject.id', 'entry.subject_id')
    .selectAll('entry')
    .select([
      'origin.address',
      sql<string | null>`full_name(actor.first_name, actor.last_name)`.as('actor_name'),
      sql<string | null>`full_name(impersonator.first_name, impersonator.last_name)`.as('impersonator_name'),
      sql<string | null>`full_name(subject.first_name, subject.last_name)`.as('subject_name'),
    ])
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc')
    .execute();
  return rows.map(presentAuditEntry);
}

async function findPeople(db: Db, { actor, subject }: AuditFilters): Promise<AuditPeople> {
  const ids = [actor, subject].filter((id) => id !== undefined);
  if (ids.length === 0) return { actor: null, subject: null };
  const users = await db
    .selectFrom('users')
    .select(['id', sql<string>`full_name(first_name, last_name)`.as('name')])
    .where('id', 'in', ids)
    .execute();
  const find = (id: string | undefined) =>
    id === undefined ? null : { _id: id, name: users.find((user) => user.id === id)?.name ?? null };
  return { actor: find(actor), subject: find(subject) };
}

function matches({ actor, subject, action, noun, from, to }: AuditFilters) {
  return (eb: ExpressionBuilder<DB, 'audit_log'>) => {
    const conditions: Expression<SqlBool>[] = [];
    if (actor) conditions.push(eb.or([eb('actor_id', '=', actor), eb('impersonator_id', '=', actor)]));
    if (subject) conditions.push(eb('subject_id', '=', subject));
    if (action) conditions.push(eb('action', '=', action));
    if (noun) conditions.push(eb('subject_kind', '=', noun));
    if (from) conditions.push(eb('at', '>=', sql<Date>`${from}::timestamptz`));
    if (to) conditions.push(eb('at', '<', sql<Date>`${to}::timestamptz + interval '1 day'`));
    return eb.and(conditions);
  };
}

/** The condition of entries that come after this one in a list with the newest first. */
function precedes(id: string) {
  return sql<SqlBool>`(at, id) < (select at, id from audit_log where id = ${id})`;
}
