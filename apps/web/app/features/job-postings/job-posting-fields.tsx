import { Textarea } from '@mantine/core';
import { Columns } from '../../ui/columns.tsx';
import { Field } from '../../ui/forms/field.tsx';
import classes from './job-posting-fields.module.css';
import type { JobPostingForm } from './job-posting-form-state.ts';
import type { FieldSpec, Section } from './job-posting-sections.ts';

/** Inputs of one section. */
export function JobPostingFields({ form, fields }: { form: JobPostingForm; fields: Section['fields'] }) {
  return (
    <Columns>
      {fields.map((field) => (
        <JobPostingInput key={field.name} form={form} {...field} />
      ))}
    </Columns>
  );
}

function JobPostingInput(props: FieldSpec & { form: JobPostingForm }) {
  const { form, name, label, example, optional, long, ...control } = props;
  const said = {
    form,
    name,
    label: optional ? `${label} (Optional)` : label,
    required: !optional,
    ...(example && { placeholder: `For example: ${example}` }),
  };
  if (!long) return <Field {...said} {...control} />;
  return <Field {...said} as={Textarea} className={classes.long} autosize minRows={3} maxRows={14} />;
}
