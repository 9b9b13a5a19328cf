import { type Evidence, type EvidenceFilter, MOST_LISTED, type SameFile } from '@anupalan/contract/proof/evidence';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';
import { isOfRecord, readEvidence } from '../evidence/queries.ts';
import { daysBetween } from '../status-history/checks/commands-figures.ts';
import { isOfNewest, seeEvidence } from './see-evidence.ts';

/** What another company is called that has no name yet. */
const NAMELESS = 'Another company of yours';

/** Other places of a file that an answer names at most. */
const SAME_AT_MOST = 20;

/** Whether there is a scanner, for telling what waits for it (R-evidence-12). */
interface Telling {
  readonly isScanned: boolean;
}

/** The files of one thing that a session sees, the newest first, at most {@link MOST_LISTED}. */
export async function listEvidence(
  db: Db,
  session: Session,
  { filter, isScanned }: Telling & { filter: EvidenceFilter },
): Promise<{ data: Evidence[]; more?: true }> {
  const which = sql<SqlBool>`${await chooseFiles(db, session, filter)} and ${seeEvidence(session)}`;
  const { files, more } = await readEvidence(db, session.workspaceId, { which, limit: MOST_LISTED, isScanned });
  return { data: files, ...(more && { more: true as const }) };
}

async function chooseFiles(
  db: Db,
  { workspaceId }: Session,
  { recordId, eventDutyId, eventId, registrationId, paymentDateId, submissionDateId, itemId, forDate }: EvidenceFilter,
): Promise<RawBuilder<SqlBool>> {
  const subjectId = eventDutyId ?? registrationId ?? paymentDateId ?? submissionDateId;
  if (subjectId) return sql<SqlBool>`file.subject_id = ${subjectId}`;
  if (recordId) return isOfRecord(recordId);
  if (eventId) {
    return sql<SqlBool>`file.subject_kind = 'duty' and file.subject_id in (
      select id from event_duties where workspace_id = ${workspaceId} and event_id = ${eventId})`;
  }
  // An old id is that of the item that it went into (R-catalogue-26).
  const { rows } = await sql<{ id: string; due_date: string | null; frequency: Frequency }>`
    select id, due_date, frequency from compliance_items
    where id = coalesce((select into_id from merged_items where id = ${itemId ?? null}), ${itemId ?? null}::uuid)`.execute(
    db,
  );
  const [item] = rows;
  if (!item) return sql<SqlBool>`false`;
  const isOfItem = sql<SqlBool>`file.item_id = ${item.id}`;
  if (!forDate) return isOfItem;
  const { before, after } = daysBetween({ ...item, day: forDate.slice(0, 10) });
  return sql<SqlBool>`${isOfItem} and (file.day = ${forDate.slice(0, 10)}::date
    or file.subject_kind <> 'record' and file.day > ${before}::date and file.day < ${after}::date)`;
}

type Frequency = Parameters<typeof daysBetween>[0]['frequency'];

/** A file, to be told to the session. @throws AppError not-found, also for one that it doesn't see */
export async function getEvidence(
  db: Db,
  session: Session,
  id: string,
  { isScanned }: Telling = { isScanned: false },
): Promise<Evidence> {
  const which = sql<SqlBool>`file.id = ${id} and ${seeEvidence(session)}`;
  const { files } = await readEvidence(db, session.workspaceId, { which, limit: 1, isScanned });
  const [file] = files;
  if (!file) throw evidenceNotFound();
  return file;
}

export function evidenceNotFound(): AppError {
  return new AppError('not-found', 'File not found');
}

/** The bytes of a file that a session sees. @throws AppError not-found; conflict when it was removed */
export async function findBytes(
  db: Db,
  session: Session,
  id: string,
): Promise<{ id: string; name: string; mediaType: string; size: number; evidence: Evidence }> {
  const evidence = await getEvidence(db, session, id);
  const row = await db
    .selectFrom('evidence')
    .select('file_id')
    .where('workspace_id', '=', session.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (evidence.removed || !row?.file_id) throw new AppError('conflict', 'This file was removed');
  return { ...evidence, id: row.file_id, evidence };
}

/**
 * Where else the very same bytes lie that the caller may see (R-evidence-11): in this company, and where they record
 * themselves; not at the same occurrence.
 */
export async function listSameFiles(
  db: Db,
  session: Session,
  { _id, sha256, itemId, day }: Pick<Evidence, '_id' | 'sha256' | 'itemId' | 'day'>,
): Promise<SameFile[]> {
  const { workspaceId, userId, token } = session;
  const { rows } = await sql<SameRow>`
    select file.id, file.name, file.day, coalesce(item.title, duty.title, registration.number, '') as title,
      case when file.workspace_id <> ${workspaceId} then coalesce(company.company_name, ${NAMELESS}) end as company
    from evidence file
      left join compliance_items item on item.id = file.item_id
      left join event_duties duty on (duty.workspace_id, duty.id) = (file.workspace_id, file.subject_id)
      left join registrations registration
        on (registration.workspace_id, registration.id) = (file.workspace_id, file.subject_id)
      left join companies company on company.workspace_id = file.workspace_id
    where file.sha256 = ${Buffer.from(sha256, 'hex')} and file.id <> ${_id} and file.removed_at is null
      and file.workspace_id in (
        select ${workspaceId}::uuid union all
        select workspace_id from memberships where user_id = ${userId} and role <> 'viewer' and ${token === null})
      and (file.subject_kind is distinct from 'record' or (file.item_id, file.day)
        is distinct from (${itemId}::uuid, ${day}::date))
      and (case when file.workspace_id = ${workspaceId} then ${seeEvidence(session)}
        when file.subject_id is null then file.by = ${userId}
        else file.subject_kind <> 'duty' and (${isOfNewest()}
          or exists (select from workspaces where id = file.workspace_id and plan = 'premium')) end)
    order by file.id limit ${SAME_AT_MOST}`.execute(db);
  return rows.map(({ id, name, title, day: on, company }) => ({
    _id: id,
    name,
    title,
    day: on === null ? null : readDay(on),
    ...(company !== null && { companyName: company }),
  }));
}

interface SameRow {
  id: string;
  name: string;
  title: string;
  day: string | null;
  company: string | null;
}
