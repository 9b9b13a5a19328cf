import type { AuditEntry, AuditFilters, AuditPeople } from '@anupalan/contract/audit-log';
import type { BoundedPagination } from '@anupalan/contract/primitives';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { DB } from '../../platform/database-schema.ts';
import { AppError } from '../../platform/errors.ts';
import { COUNTED_AT_MOST, paginate } from '../../platform/pages.ts';
import { presentAuditEntry } from './present.ts';

/** Entries that are read at a time when all of them are wanted. */
const BATCH = 500;

/** @throws AppError invalid */
export function requireDaysInOrder({ from, to }: AuditFilters): void {
  if (!from || !to || from <= to) return;
  const fault = 'The last day must not be before the first';
  throw new AppError('invalid', fault, { faults: { to: fault } });
}

/** One page of the entries, newest first; the log is paged as far as it is counted. */
export async function listAuditEntries(
  db: Db,
  { page, limit, ...filters }: AuditFilters & { page: number; limit: number },
): Promise<{ entries: AuditEntry[]; people: AuditPeople; pagination: BoundedPagination }> {
  const offset = (page - 1) * limit;
  const [entries, people, counted] = await Promise.all([
    offset < COUNTED_AT_MOST ? readEntries(db, filters, { limit, offset }) : [],
    findPeople(db, filters),
    countEntries(db, filters),
  ]);
  return { entries, people, pagination: paginate({ page, limit }, counted) };
}

/** Every entry there is when this begins, newest first, a batch at a time. */
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
    .leftJoin('users as actor', 'actor.id', 'entry.actor_id')
    .leftJoin('users as impersonator', 'impersonator.id', 'entry.impersonator_id')
    .leftJoin('users as subject', 'subject.id', 'entry.subject_id')
    .selectAll('entry')
    .select([
      sql<string | null>`actor.first_name || ' ' || actor.last_name`.as('actor_name'),
      sql<string | null>`impersonator.first_name || ' ' || impersonator.last_name`.as('impersonator_name'),
      sql<string | null>`subject.first_name || ' ' || subject.last_name`.as('subject_name'),
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
    .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('id', 'in', ids)
    .execute();
  const find = (id: string | undefined) =>
    id === undefined ? null : { _id: id, name: users.find((user) => user.id === id)?.name ?? null };
  return { actor: find(actor), subject: find(subject) };
}

async function countEntries(db: Db, filters: AuditFilters): Promise<number> {
  const { counted } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('audit_log')
        .select('id')
        .where(matches(filters))
        .limit(COUNTED_AT_MOST + 1)
        .as('found'),
    )
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow();
  return counted;
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

/** What comes after an entry when the newest are first. */
function precedes(id: string) {
  return sql<SqlBool>`(at, id) < (select at, id from audit_log where id = ${id})`;
}
