import type { ImportForm, ImportReport } from '@anupalan/contract/imports/imports';
import type { Kysely } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import { receivedTable } from '../../platform/files/uploads.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { ImportExtras, ImportKind, PlannedRow } from './import-kind.ts';
import { type JudgedRows, judgeRows } from './judge-rows.ts';
import { matchColumns } from './match-columns.ts';
import { namesOf } from './normalise-head.ts';
import { listFaults, presentReport, type Reported } from './present.ts';
import { readFile } from './reading/read-file.ts';

/**
 * Imports a file, or says what that would do: every row is judged, and then all are written in one transaction, or none
 * (R-imports-8, R-imports-10).
 * @throws AppError invalid with the faults of the rows, or at `file` what keeps it from being read; as the kind does
 */
export async function runImport<Form, Step>(
  db: Kysely<DB>,
  kind: ImportKind<Form, Step>,
  { file, dryRun, existing, sheet, columns: chosen }: ImportForm,
  sender: string,
): Promise<ImportReport> {
  const { name: fileName, bytes } = receivedTable(file);
  const heads = new Set(namesOf(kind.columns).keys());
  const table = await readFile(bytes, { sheet, heads, sender });
  const matched = matchColumns(table.rows, kind.columns, chosen);
  const missing = kind.columns.filter(({ key, required }) => required && !matched.places.has(key));
  // Without a column that everything needs there is nothing to say of the rows.
  const isJudged = missing.length === 0;
  const judged: JudgedRows<Form> = isJudged
    ? await judgeRows(table.rows, matched, kind)
    : { sound: [], examples: new Set(), faults: new Map() };
  const isEmpty = isJudged && judged.sound.length + judged.faults.size + judged.examples.size === 0;
  if (isEmpty) throw refuseFile('The file has no rows below its heads');
  const reported = { table, matched, columns: kind.columns, missing, judged };
  await kind.prepare?.(judged.sound);
  if (dryRun) {
    const planned = await kind.plan(db, judged.sound, existing);
    return presentReport(reported, { planned, imported: false });
  }
  const { planned, extras } = await db.transaction().execute(async (trx) => {
    await kind.hold(trx);
    const plan = await kind.plan(trx, judged.sound, existing);
    refuseFaults(reported, plan);
    const steps = plan.flatMap(({ step }) => (step === null ? [] : [step]));
    const written: ImportExtras = steps.length > 0 ? await kind.write(trx, steps, { fileName }) : {};
    return { planned: plan, extras: written };
  });
  kind.afterwards?.();
  return presentReport(reported, { planned, imported: true, extras });
}

/** @throws AppError invalid when any row has a fault: then nothing is written */
function refuseFaults<Form>(reported: Reported<Form>, planned: readonly PlannedRow<unknown>[]): void {
  const { faults, count } = listFaults(reported, planned);
  if (count === 0) return;
  const message = `Nothing was imported: ${count === 1 ? 'there is a fault' : `there are ${count} faults`} in the file`;
  throw new AppError('invalid', message, { rowFaults: faults });
}

function refuseFile(message: string): AppError {
  return new AppError('invalid', message, { faults: { file: message } });
}
