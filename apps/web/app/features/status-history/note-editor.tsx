import { NoteChange } from '@anupalan/contract/status-history';
import { Textarea } from '@mantine/core';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { UnsentForms, useCounted } from '../../ui/dialogs/use-counted.ts';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { useUpdateNote } from './calls.ts';
import type { NoteOfItem } from './optimistic-record.ts';

type Props = { note: NoteOfItem; text: string; onClose: () => void };

/** Editor of a note's text, in its place (R-statuses-14). */
export function NoteEditor({ note, text, onClose }: Props) {
  const update = useUpdateNote();
  const form = useContractForm(NoteChange, {
    mode: 'controlled',
    name: `note-${note.noteId}`,
    initialValues: { note: text },
  });
  useCounted(UnsentForms, form.isDirty());
  const submit = form.onSubmit((change) =>
    update.mutate({ ...note, note: change.note }, { onSuccess: onClose, onError: form.showRefusal }),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Textarea {...form.getInputProps('note')} aria-label="Edit note" rows={3} mt={6} autoFocus />
      <FormActions action="Save" busy={update.isPending} onCancel={onClose} />
    </form>
  );
}
