import { type ComplianceField, NewComplianceField } from '@anupalan/contract/compliance-fields';
import { schemaResolver, useForm } from '@mantine/form';

const EMPTY = { name: '', description: '', accessLevel: 'free', required: false } as const;

/** What the form starts with: the field that is edited, or nothing. */
function toTyped(field: ComplianceField | null) {
  const { name, description, accessLevel, required } = field ?? EMPTY;
  return { name, description, accessLevel, required };
}

export function useFieldForm(field: ComplianceField | null) {
  return useForm({
    mode: 'uncontrolled',
    name: 'compliance-field',
    initialValues: toTyped(field),
    validate: schemaResolver(NewComplianceField, { sync: true }),
    transformValues: (typed) => NewComplianceField.parse(typed),
  });
}
