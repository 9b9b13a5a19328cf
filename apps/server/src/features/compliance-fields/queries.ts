import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { Db } from '../../platform/database.ts';
import { presentField } from './present.ts';

/** Every field of the compliance table, in the order of its columns. */
export async function readComplianceFields(db: Db): Promise<ComplianceField[]> {
  const rows = await db.selectFrom('compliance_fields').selectAll().orderBy('position').orderBy('id').execute();
  return rows.map(presentField);
}
