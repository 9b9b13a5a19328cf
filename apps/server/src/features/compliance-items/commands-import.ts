import { randomUUIDv7 } from 'node:crypto';
import type { NewComplianceItem } from '@anupalan/contract/compliance-items';
import { sql, type Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { readComplianceFields } from '../compliance-fields/queries.ts';
import { recordNewItems } from '../law-changes/commands.ts';
import { orDefault } from './commands.ts';
import { cleanDescription, dueDateColumns, refuseWrongRange } from './commands-parts.ts';

/** An item that an import adds, with the key by which a later one finds it again. */
export interface ImportedItem {
  readonly key: string | null;
  readonly form: NewComplianceItem;
}

/** Items of one statement: each has some twenty of the 65,535 parameters that one can have. */
const A_STATEMENT = 500;

/**
 * Adds many items as the last of the table, in their order (R-catalogue-22), of which companies are told (R-law-11); the
 * audit log has one entry for all of them (R-imports-12). The caller holds the catalogue, and has looked whether there is
 * room.
 * @throws AppError invalid when an act is unknown, or bounds don't fit each other
 */
export async function addImportedItems(
  trx: Transaction<DB>,
  by: Session,
  { items, fileName }: { items: readonly ImportedItem[]; fileName: string },
): Promise<void> {
  const acts = new Map(
    (await trx.selectFrom('acts').selectAll().where('workspace_id', 'is', null).execute()).map((act) => [act.id, act]),
  );
  const fields = await readComplianceFields(trx);
  const { last } = await trx
    .selectFrom('compliance_items')
    .where('workspace_id', 'is', null)
    .select(sql<number>`coalesce(max(sr_no), 0)::int`.as('last'))
    .executeTakeFirstOrThrow();
  const rows = items.map(({ key, form }, n) => {
    const act = acts.get(form.actId);
    if (!act) throw new AppError('invalid', 'An act no longer exists. Please choose the file again.');
    const { minEmployees = act.min_employees, maxEmployees = act.max_employees } = form;
    refuseWrongRange({ minEmployees, maxEmployees });
    const id = randomUUIDv7();
    const values = Object.entries(orDefault(form.values, fields)).flatMap(([fieldId, { text, isLink }]) =>
      text === '' ? [] : [{ compliance_item_id: id, compliance_field_id: fieldId, text, is_link: isLink }],
    );
    const item = {
      ...{ id, import_key: key, act_id: act.id, sr_no: last + 1 + n, title: form.title ?? act.name },
      ...{ description: cleanDescription(form.description), state: form.state ?? act.state },
      ...{ min_employees: minEmployees, max_employees: maxEmployees, access_level: form.accessLevel },
      ...dueDateColumns(form.dueDate),
      created_by: by.userId,
    };
    return { item, values };
  });
  for (let from = 0; from < rows.length; from += A_STATEMENT) {
    const part = rows.slice(from, from + A_STATEMENT);
    await trx
      .insertInto('compliance_items')
      .values(part.map(({ item }) => item))
      .execute();
    const values = part.flatMap((row) => row.values);
    for (let at = 0; at < values.length; at += A_STATEMENT) {
      await trx
        .insertInto('compliance_values')
        .values(values.slice(at, at + A_STATEMENT))
        .execute();
    }
    await recordNewItems(
      trx,
      part.map(({ item }) => item.id),
    );
  }
  const details = { file: fileName, items: rows.length };
  await recordAudit(trx, by, { noun: 'compliance-items', verb: 'import', id: null, details });
}
