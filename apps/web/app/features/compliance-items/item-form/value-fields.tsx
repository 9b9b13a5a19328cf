import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { Checkbox, Group, TextInput } from '@mantine/core';
import { Field } from '../../../ui/forms/field.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { PremiumBadge } from '../../compliance-fields/premium-badge.tsx';
import { RequiredMark } from '../../compliance-fields/required-mark.tsx';
import type { ItemFormState } from './item-form-state.ts';
import classes from './value-fields.module.css';

type Props = { form: ItemFormState; fields: readonly ComplianceField[] };

/** Values of an item, one for each compliance field: text or a link to another site (R-catalogue-19). */
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

/** Locked values are never sent here, so there is nothing to edit (R-tracker-5). */
function ValueInput({ form, field, locked }: { form: ItemFormState; field: ComplianceField; locked: boolean }) {
  const label = (
    <>
      {field.name} {field.accessLevel === 'premium' && <PremiumBadge />} {field.required && <RequiredMark />}
    </>
  );
  if (locked) return <TextInput label={label} value="Locked" disabled />;
  const text = `values.${field._id}.text` as const;
  const isLink = `values.${field._id}.isLink`;
  return (
    <Group align="flex-start" wrap="nowrap" gap="sm">
      <Field form={form} name={text} className={classes.text} label={label} hint={field.description} />
      <Checkbox
        {...form.getInputProps(isLink, { type: 'checkbox' })}
        key={form.key(isLink)}
        className={classes.link}
        label="Link"
        aria-label={`Link: ${field.name}`}
      />
    </Group>
  );
}
