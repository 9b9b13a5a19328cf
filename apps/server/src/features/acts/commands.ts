import { randomUUIDv7 } from 'node:crypto';
import { type Act, type ActChanges, MAX_ACTS, type NewAct, NOTHING } from '@anupalan/contract/acts';
import { isEmployeeRange, RANGE_FAULT } from '@anupalan/contract/employee-range';
import { sql, type Transaction } from 'kysely';
import { recordAudit } from '../../platform/audit.ts';
import { restrictingForeignKey } from '../../platform/database-errors.ts';
import type { DB } from '../../platform/database-schema.ts';
import { listDifferences } from '../../platform/differences.ts';
import { AppError } from '../../platform/errors.ts';
import { cleanRichText, isBlankRichText } from '../../platform/rich-text.ts';
import type { Session } from '../../platform/sessions.ts';
import { nextVersion, refuseStaleEdit } from '../../platform/versions.ts';
import { presentAct } from './present.ts';
import { getAct } from './queries.ts';

/** @throws AppError conflict when the catalogue is full. */
export async function addAct(trx: Transaction<DB>, by: Session, form: NewAct): Promise<Act> {
  await refuseFullCatalogue(trx);
  const row = await trx
    .insertInto('acts')
    .values({
      id: randomUUIDv7(),
      name: form.name,
      state: form.state,
      min_employees: form.minEmployees,
      max_employees: form.maxEmployees,
      description: cleanSummary(form.description),
      created_by: by.userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const act = presentAct(row);
  await recordAudit(trx, by, { noun: 'acts', verb: 'create', id: act._id, details: { ...act } });
  return act;
}

/**
 * Changes an act, which newer editions of the catalogue then leave alone.
 * @throws AppError not-found; conflict when it is not the version that was edited; invalid when the bounds given don't
 * fit those it has.
 */
export async function changeAct(
  trx: Transaction<DB>,
  by: Session,
  id: string,
  { updatedAt, ...changes }: ActChanges,
): Promise<Act> {
  const before = await getAct(trx, id);
  refuseStaleEdit('act', before.updatedAt, updatedAt);
  if (!isEmployeeRange({ ...before, ...changes }))
    throw new AppError('invalid', RANGE_FAULT, { faults: { maxEmployees: RANGE_FAULT } });
  const changed = await trx
    .updateTable('acts')
    .set({
      name: changes.name,
      state: changes.state,
      min_employees: changes.minEmployees,
      max_employees: changes.maxEmployees,
      description: changes.description === undefined ? undefined : cleanSummary(changes.description),
      edited_at: sql`now()`,
      updated_at: nextVersion(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const after = presentAct(changed);
  await recordAudit(trx, by, { noun: 'acts', verb: 'update', id, details: listDifferences(before, after) });
  return after;
}

/** @throws AppError not-found; conflict while compliance items are grouped under it (decisions, section 5). */
export async function removeAct(trx: Transaction<DB>, by: Session, id: string): Promise<void> {
  const act = await getAct(trx, id);
  await trx
    .deleteFrom('acts')
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      if (!restrictingForeignKey(error)) throw error;
      const message = 'This act has compliance data. Delete or move it first.';
      throw new AppError('conflict', message, { cause: error });
    });
  await recordAudit(trx, by, { noun: 'acts', verb: 'delete', id, details: { ...act } });
}

async function refuseFullCatalogue(trx: Transaction<DB>): Promise<void> {
  const { acts } = await trx
    .selectFrom('acts')
    .select(({ fn }) => fn.countAll<number>().as('acts'))
    .executeTakeFirstOrThrow();
  if (acts < MAX_ACTS) return;
  const most = MAX_ACTS.toLocaleString('en');
  throw new AppError('conflict', `There can be at most ${most} acts. Delete one first.`);
}

function cleanSummary(description: string): string {
  const clean = cleanRichText(description);
  return isBlankRichText(clean) ? NOTHING : clean;
}
