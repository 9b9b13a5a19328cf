import { Field } from '../../../ui/forms/field.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { RichTextEditor } from '../../../ui/forms/rich-text-editor.tsx';
import { Select } from '../../../ui/select/select.tsx';
import { type ItemFormState, markField } from './item-form-state.ts';

const ACCESS_LEVELS = [
  { value: 'free', label: 'Free' },
  { value: 'premium', label: 'Premium' },
];

/** Title, description and access level of an item (R-catalogue-17). */
export function DescriptionFields({ form, isNew, own }: { form: ItemFormState; isNew: boolean; own: boolean }) {
  const { defaultValue, onChange, error } = form.getInputProps('description');
  return (
    <FormSection title="What is to be done">
      <Field
        form={form}
        name="title"
        label="Title"
        required={!isNew}
        {...(isNew && { placeholder: 'The name of the act, unless you give another' })}
      />
      <div {...markField('description')}>
        <RichTextEditor label="Description" value={defaultValue} onChange={onChange} error={error} height={140} />
      </div>
      {!own && (
        <Field
          form={form}
          name="accessLevel"
          as={Select}
          label="Access level"
          description="Of a premium item, free users see that it exists and none of its values."
          data={ACCESS_LEVELS}
          allowDeselect={false}
        />
      )}
    </FormSection>
  );
}
