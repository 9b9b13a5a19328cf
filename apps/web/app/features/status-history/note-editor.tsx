import { NoteChange } from '@anupalan/contract/status-history';
import { Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { showFaults } from '../../lib/show-faults.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { useUnsent } from '../../ui/unsent.ts';
import type { NoteOfItem } from './optimistic-record.ts';
import { useUpdateNote } from './update-note.ts';

type Props = { note: NoteOfItem; text: string; onClose: () => void };

/** Changes the text of a note, in its place. */
export function NoteEditor({ note, text, onClose }: Props) {
  const update = useUpdateNote();
  const form = useForm({
    name: `note-${note.noteId}`,
    initialValues: { note: text },
    validate: schemaResolver(NoteChange, { sync: true }),
    transformValues: (values) => NoteChange.parse(values),
  });
  useUnsent(form.isDirty());
  const submit = form.onSubmit(
    (change) =>
      update.mutate(
        { ...note, note: change.note },
        { onSuccess: onClose, onError: (error) => showFaults(form, error) },
      ),
    (faults) => focusFirstFault(form, faults),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Textarea {...form.getInputProps('note')} aria-label="Edit note" rows={3} mt={6} autoFocus />
      <FormActions action="Save" busy={update.isPending} onCancel={onClose} />
    </form>
  );
}
