import { useCheckedForm } from '../../../lib/forms/use-contract-form.ts';
import { findFaults, type ItemDraft } from './item-draft.ts';
import { findOwnFaults } from './own-draft.ts';

/** Form name, by which {@link markField} finds its fields in the document. */
const FORM_NAME = 'compliance-item';

export function useItemForm(initialValues: ItemDraft, { isNew, own }: { isNew: boolean; own: boolean }) {
  const find = own ? findOwnFaults : findFaults;
  return useCheckedForm({ name: FORM_NAME, initialValues, validate: (draft) => find(draft, isNew) });
}

export type ItemFormState = ReturnType<typeof useItemForm>;

/** Attribute by which a field at fault is found and focused, where `getInputProps` does not set it. */
export function markField(field: string) {
  return { 'data-path': `${FORM_NAME}-${field}` };
}
