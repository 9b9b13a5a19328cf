import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

type Field = 'title' | 'description';

type Props = {
  form: {
    getInputProps: (field: Field) => ReturnType<UseFormReturnType<Record<Field, string>>['getInputProps']>;
    key: (field: Field) => string;
  };
};

/** What a document is called and what is said of it: the same when it is new and when it is edited. */
export function HrDocumentFields({ form }: Props) {
  return (
    <>
      <TextInput {...form.getInputProps('title')} key={form.key('title')} label="Title" required data-autofocus />
      <Textarea
        {...form.getInputProps('description')}
        key={form.key('description')}
        label="Description (Optional)"
        autosize
        minRows={3}
        maxRows={8}
      />
    </>
  );
}
