import { useForm } from '@mantine/form';
import { findFaults, type ItemDraft } from './item-draft.ts';

/** Names the form's fields in the document: see {@link markField}. */
const FORM_NAME = 'compliance-item';

export function useItemForm(initialValues: ItemDraft, isNew: boolean) {
  return useForm({
    mode: 'uncontrolled',
    name: FORM_NAME,
    initialValues,
    validate: (draft) => findFaults(draft, isNew),
  });
}

export type ItemFormState = ReturnType<typeof useItemForm>;

/** Lets a field be found when it is at fault, where `getInputProps` does not do so. */
export function markField(field: string) {
  return { 'data-path': `${FORM_NAME}-${field}` };
}
