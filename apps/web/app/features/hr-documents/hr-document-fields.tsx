import { Textarea } from '@mantine/core';
import { Field, type FormOf } from '../../ui/forms/field.tsx';

type Props = { form: FormOf<{ title: string; description: string }> };

/** Title and description, shared by the upload and the edit form. */
export function HrDocumentFields({ form }: Props) {
  return (
    <>
      <Field form={form} name="title" label="Title" required data-autofocus />
      <Field
        form={form}
        name="description"
        as={Textarea}
        label="Description (Optional)"
        autosize
        minRows={3}
        maxRows={8}
      />
    </>
  );
}
