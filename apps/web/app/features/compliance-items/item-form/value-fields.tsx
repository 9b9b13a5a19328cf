import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { Checkbox, Group, TextInput } from '@mantine/core';
import { FormSection } from '../../../ui/form-section.tsx';
import { PremiumBadge } from '../../compliance-fields/premium-badge.tsx';
import { RequiredMark } from '../required-mark.tsx';
import type { ItemFormState } from './item-form-state.ts';
import classes from './value-fields.module.css';

type Props = { form: ItemFormState; fields: readonly ComplianceField[] };

/** One value of each compliance field: text or a link to another site. */
export function ValueFields({ form, fields }: Props) {
  const start = form.getInitialValues().values;
  return (
    <FormSection title="Compliance fields">
      {fields.map((field) => (
        <ValueInput key={field._id} form={form} field={field} locked={!start[field._id]} />
      ))}
    </FormSection>
  );
}

/** A locked value was never sent here, so there is nothing to edit. */
function ValueInput({ form, field, locked }: { form: ItemFormState; field: ComplianceField; locked: boolean }) {
  const label = (
    <>
      {field.name} {field.accessLevel === 'premium' && <PremiumBadge />} {field.required && <RequiredMark />}
    </>
  );
  if (locked) return <TextInput label={label} value="Locked" disabled />;
  const text = `values.${field._id}.text`;
  const isLink = `values.${field._id}.isLink`;
  return (
    <Group align="flex-start" wrap="nowrap" gap="sm">
      <TextInput
        {...form.getInputProps(text)}
        key={form.key(text)}
        className={classes.text ?? ''}
        label={label}
        description={field.description || undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Checkbox
        {...form.getInputProps(isLink, { type: 'checkbox' })}
        key={form.key(isLink)}
        className={classes.link ?? ''}
        label="Link"
        aria-label={`Link: ${field.name}`}
      />
    </Group>
  );
}
