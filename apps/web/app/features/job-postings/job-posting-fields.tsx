import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import classes from './job-posting-fields.module.css';
import type { JobPostingForm } from './job-posting-form-state.ts';
import type { FieldSpec, Section } from './job-posting-sections.ts';

/** The boxes of one section. */
export function JobPostingFields({ form, fields }: { form: JobPostingForm; fields: Section['fields'] }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {fields.map((field) => (
        <Field key={field.name} form={form} {...field} />
      ))}
    </SimpleGrid>
  );
}

function Field({ form, name, label, example, optional, long, ...control }: FieldSpec & { form: JobPostingForm }) {
  const props = {
    ...form.getInputProps(name),
    label: optional ? `${label} (Optional)` : label,
    required: !optional,
    ...(example && { placeholder: `For example: ${example}` }),
  };
  if (!long) return <TextInput {...props} {...control} key={form.key(name)} />;
  return <Textarea {...props} key={form.key(name)} className={classes.long ?? ''} autosize minRows={3} maxRows={14} />;
}
