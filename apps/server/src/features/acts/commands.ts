import { randomUUIDv7 } from 'node:crypto';
import { type Act, type ActChanges, MAX_ACTS, type NewAct, NO_TEXT } from '@anupalan/contract/acts';
import { isEmployeeRange, RANGE_FAULT } from '@anupalan/contract/fields/employee-range';
import { sql, type Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { cleanRichText, isBlankRichText } from '../../platform/files/rich-text.ts';
import { changeAnnounced } from '../../platform/postgres/announced-change.ts';
import { restrictingForeignKey } from '../../platform/postgres/database-errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { listDifferences } from '../../platform/postgres/differences.ts';
import { nextVersion, refuseStaleEdit } from '../../platform/postgres/versions.ts';
import type { Services } from '../../services.ts';
import { presentAct } from './present.ts';
import { getAct } from './queries.ts';

/** Adds an act (R-catalogue-5). @throws AppError conflict when the catalogue is full (R-catalogue-1). */
export function addAct(services: Services, by: Session, form: NewAct): Promise<Act> {
  return changeAnnounced(services, 'catalogue', (trx) => addActIn(trx, by, form));
}

/** {@link addAct} within a transaction, for those who add several at once. */
export async function addActIn(trx: Transaction<DB>, by: Session, form: NewAct): Promise<Act> {
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
 * Changes an act, which newer editions of the catalogue then leave alone (R-catalogue-4).
 * @throws AppError not-found; conflict when it is not the version that was edited (R-catalogue-2); invalid when the
 * bounds given don't fit those it has (R-catalogue-9).
 */
export function changeAct(
  services: Services,
  by: Session,
  id: string,
  { updatedAt, ...changes }: ActChanges,
): Promise<Act> {
  return changeAnnounced(services, 'catalogue', async (trx) => {
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
  });
}

/**
 * Deletes an act.
 * @throws AppError not-found; conflict while compliance items are grouped under it (R-catalogue-11).
 */
export function removeAct(services: Services, by: Session, id: string): Promise<void> {
  return changeAnnounced(services, 'catalogue', async (trx) => {
    const act = await getAct(trx, id);
    if (await isUsedByCompaniesAlone(trx, id)) throw new AppError('conflict', USED_BY_COMPANIES);
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
  });
}

const USED_BY_COMPANIES = 'Companies keep obligations of their own under this act, so it cannot be deleted.';

/** Whether nothing but companies' own obligations is grouped under an act, which nobody else can delete or move. */
async function isUsedByCompaniesAlone(trx: Transaction<DB>, id: string): Promise<boolean> {
  const { own } = await trx
    .selectFrom('compliance_items')
    .select(sql<boolean | null>`bool_and(workspace_id is not null)`.as('own'))
    .where('act_id', '=', id)
    .executeTakeFirstOrThrow();
  return own === true;
}

async function refuseFullCatalogue(trx: Transaction<DB>): Promise<void> {
  const { acts } = await trx
    .selectFrom('acts')
    .where('workspace_id', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('acts'))
    .executeTakeFirstOrThrow();
  if (acts < MAX_ACTS) return;
  const most = MAX_ACTS.toLocaleString('en');
  throw new AppError('conflict', `There can be at most ${most} acts. Delete one first.`);
}

function cleanSummary(description: string): string {
  const clean = cleanRichText(description);
  return isBlankRichText(clean) ? NO_TEXT : clean;
}
