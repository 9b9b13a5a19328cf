import { randomUUIDv7 } from 'node:crypto';
import type { AuditVerb } from '@anupalan/contract/audit-log';
import {
  type ComplianceField,
  type ComplianceFieldChanges,
  MAX_FIELDS,
  type NewComplianceField,
  type SharedFieldChanges,
} from '@anupalan/contract/compliance-fields';
import { sql, type Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { changeAnnounced } from '../../platform/postgres/announced-change.ts';
import type { DB, JsonObject } from '../../platform/postgres/database-schema.ts';
import { listDifferences } from '../../platform/postgres/differences.ts';
import { nextVersion, refuseStaleEdit } from '../../platform/postgres/versions.ts';
import type { Services } from '../../services.ts';
import { getComplianceField, readComplianceFields } from './queries.ts';

/**
 * Adds a field, as the last column unless its place is given (R-catalogue-13).
 * @throws AppError conflict when there are too many (R-catalogue-1).
 */
export function addField(
  services: Services,
  by: Session,
  { order, ...form }: NewComplianceField,
): Promise<ComplianceField> {
  return changeAnnounced(services, 'catalogue', async (trx) => {
    const existing = await readComplianceFields(trx);
    if (existing.length >= MAX_FIELDS) {
      throw new AppError('conflict', `There can be at most ${MAX_FIELDS} compliance fields. Delete one first.`);
    }
    const id = randomUUIDv7();
    await trx
      .insertInto('compliance_fields')
      .values({
        id,
        name: form.name,
        description: form.description,
        access_level: form.accessLevel,
        required: form.required,
        position: sql`(select coalesce(max(position), 0) + 1 from compliance_fields)`,
        created_by: by.userId,
      })
      .execute();
    if (order !== undefined && order <= existing.length) await placeField(trx, id, order);
    const field = await getComplianceField(trx, id);
    await audit(trx, by, 'create', field, { ...field });
    return field;
  });
}

/**
 * Changes a field or its place, which newer editions of the catalogue then leave alone (R-catalogue-4).
 * @throws AppError not-found; conflict when it is not the version that was edited (R-catalogue-2).
 */
export function changeField(
  services: Services,
  by: Session,
  id: string,
  { updatedAt, order, ...changes }: ComplianceFieldChanges,
): Promise<ComplianceField> {
  return changeAnnounced(services, 'catalogue', async (trx) => {
    const before = await getComplianceField(trx, id);
    refuseStaleEdit('field', before.updatedAt, updatedAt);
    await editFields(trx, [id], changes);
    if (order !== undefined && order !== before.order) await placeField(trx, id, order);
    const after = await getComplianceField(trx, id);
    await audit(trx, by, 'update', after, listDifferences(before, after));
    return after;
  });
}

/**
 * Makes the same change to several fields (R-catalogue-14).
 * @returns them.
 * @throws AppError not-found when one of them is unknown.
 */
export function changeFields(
  services: Services,
  by: Session,
  ids: readonly string[],
  changes: SharedFieldChanges,
): Promise<ComplianceField[]> {
  return changeAnnounced(services, 'catalogue', async (trx) => {
    const before = await requireFields(trx, ids);
    await editFields(trx, ids, changes);
    const after = await requireFields(trx, ids);
    for (const [index, field] of after.entries()) {
      const differences = listDifferences(before[index] ?? field, field);
      await audit(trx, by, 'update', field, differences);
    }
    return after;
  });
}

/**
 * Deletes fields with their values, all or none (R-catalogue-15).
 * @throws AppError not-found when one of them is unknown.
 */
export function removeFields(services: Services, by: Session, ids: readonly string[]): Promise<void> {
  return changeAnnounced(services, 'catalogue', async (trx) => {
    const fields = await requireFields(trx, ids);
    await trx.deleteFrom('compliance_fields').where('id', 'in', ids).execute();
    for (const field of fields) await audit(trx, by, 'delete', field, { ...field });
  });
}

/** The fields with these ids, in the order of the columns. */
async function requireFields(trx: Transaction<DB>, ids: readonly string[]): Promise<ComplianceField[]> {
  const wanted = new Set(ids);
  const found = (await readComplianceFields(trx)).filter(({ _id }) => wanted.has(_id));
  if (found.length < wanted.size) throw new AppError('not-found', 'Compliance field not found');
  return found;
}

async function editFields(
  trx: Transaction<DB>,
  ids: readonly string[],
  changes: Omit<ComplianceFieldChanges, 'order'>,
) {
  await trx
    .updateTable('compliance_fields')
    .set({
      name: changes.name,
      description: changes.description,
      access_level: changes.accessLevel,
      required: changes.required,
      edited_at: sql`now()`,
      updated_at: nextVersion(),
    })
    .where('id', 'in', ids)
    .execute();
}

/**
 * Moves a field to a place among the columns, from 1. Fields that move aside count as edited too, or the next edition
 * of the catalogue would move them back; their versions stay, since what people type into them did not change.
 */
async function placeField(trx: Transaction<DB>, id: string, order: number): Promise<void> {
  const others = (await readComplianceFields(trx)).map(({ _id }) => _id).filter((other) => other !== id);
  await sql`
    update compliance_fields field set position = place.position, edited_at = now()
    from unnest(${others.toSpliced(order - 1, 0, id)}::uuid[]) with ordinality as place (id, position)
    where field.id = place.id and field.position <> place.position`.execute(trx);
}

function audit(
  trx: Transaction<DB>,
  by: Session,
  verb: AuditVerb<'compliance-fields'>,
  { _id: id }: ComplianceField,
  details: JsonObject,
): Promise<void> {
  return recordAudit(trx, by, { noun: 'compliance-fields', verb, id, details });
}
