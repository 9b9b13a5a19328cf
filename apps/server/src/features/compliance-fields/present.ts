import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { Selectable } from 'kysely';
import type { ComplianceFields } from '../../platform/postgres/database-schema.ts';

/** A field as the contract has it. @param order its place among the columns, from 1. */
export function presentField(row: Selectable<ComplianceFields>, order: number): ComplianceField {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    accessLevel: row.access_level,
    order,
    // The plan whose users see the field's values (R-catalogue-13).
    isFreeUser: row.access_level === 'free',
    isPremiumUser: true,
    type: 'text',
    required: row.required,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    createdBy: row.created_by,
  };
}
