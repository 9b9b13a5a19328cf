import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { Selectable } from 'kysely';
import type { ComplianceFields } from '../../platform/database-schema.ts';

export function presentField(row: Selectable<ComplianceFields>): ComplianceField {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    accessLevel: row.access_level,
    order: row.position,
    // Who is shown the field's values.
    isFreeUser: row.access_level === 'free',
    isPremiumUser: true,
    type: 'text',
    required: row.required,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    createdBy: row.created_by,
  };
}
