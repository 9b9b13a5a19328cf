import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { presentField } from './present.ts';

/** Every field of the compliance table, in the order of its columns. */
export async function readComplianceFields(db: Db): Promise<ComplianceField[]> {
  const rows = await db.selectFrom('compliance_fields').selectAll().orderBy('position').orderBy('id').execute();
  // Positions have gaps where fields were deleted.
  return rows.map((row, index) => presentField(row, index + 1));
}

/** @throws AppError not-found */
export async function getComplianceField(db: Db, id: string): Promise<ComplianceField> {
  const field = (await readComplianceFields(db)).find(({ _id }) => _id === id);
  if (!field) throw new AppError('not-found', 'Compliance field not found');
  return field;
}
