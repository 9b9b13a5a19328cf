import { type ComplianceField, NewComplianceField } from '@anupalan/contract/compliance-fields';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';

const EMPTY = { name: '', description: '', accessLevel: 'free', required: false } as const;

/** Initial values: those of the edited field, else empty. */
function toTyped(field: ComplianceField | null) {
  const { name, description, accessLevel, required } = field ?? EMPTY;
  return { name, description, accessLevel, required };
}

export function useFieldForm(field: ComplianceField | null) {
  return useContractForm(NewComplianceField, { name: 'compliance-field', initialValues: toTyped(field) });
}
