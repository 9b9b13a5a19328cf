import { Select, TextInput } from '@mantine/core';
import { FormSection } from '../../../ui/form-section.tsx';
import { RichTextEditor } from '../../../ui/rich-text-editor.tsx';
import { type ItemFormState, markField } from './item-form-state.ts';

const ACCESS_LEVELS = [
  { value: 'free', label: 'Free' },
  { value: 'premium', label: 'Premium' },
];

/** What the item is called, what it is about and whose plan includes it. */
export function DescriptionFields({ form, isNew }: { form: ItemFormState; isNew: boolean }) {
  const { defaultValue, onChange, error } = form.getInputProps('description');
  return (
    <FormSection title="What is to be done">
      <TextInput
        {...form.getInputProps('title')}
        key={form.key('title')}
        label="Title"
        required={!isNew}
        {...(isNew && { placeholder: 'The name of the act, unless you give another' })}
      />
      <div {...markField('description')}>
        <RichTextEditor label="Description" value={defaultValue} onChange={onChange} error={error} height={140} />
      </div>
      <Select
        {...form.getInputProps('accessLevel')}
        key={form.key('accessLevel')}
        label="Access level"
        description="Of a premium item, free users see that it exists and none of its values."
        data={ACCESS_LEVELS}
        allowDeselect={false}
      />
    </FormSection>
  );
}
