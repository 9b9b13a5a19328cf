import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import type { useDeleteComplianceFields } from './calls.ts';
import { FieldForm } from './field-form.tsx';

/** Open dialog: the form for a field (null adds one), or the question whether to delete some. */
export type FieldTask =
  | { kind: 'edit'; field: ComplianceField | null }
  | { kind: 'delete'; ids: [string, ...string[]] };

type Props = {
  fields: readonly ComplianceField[];
  task: FieldTask | null;
  onTask: (task: FieldTask | null) => void;
  remove: ReturnType<typeof useDeleteComplianceFields>;
};

export function FieldDialogs({ fields, task, onTask, remove }: Props) {
  const end = () => onTask(null);
  const edited = task?.kind === 'edit' ? task : null;
  const toDelete = task?.kind === 'delete' ? task.ids : null;

  function editCurrent(id: string | undefined) {
    const field = fields.find(({ _id }) => _id === id);
    onTask(field ? { kind: 'edit', field } : null);
  }

  return (
    <>
      <FormDialog opened={edited !== null} title={edited?.field ? 'Edit Field' : 'Add Field'} onClose={end}>
        {(leave) =>
          edited && (
            <FieldForm
              key={edited.field?.updatedAt}
              field={edited.field}
              onLoadCurrent={() => editCurrent(edited.field?._id)}
              onDone={end}
              onCancel={leave}
            />
          )
        }
      </FormDialog>
      <ConfirmDialog
        opened={toDelete !== null}
        question={toDelete ? askToDelete(toDelete.length) : ''}
        busy={remove.isPending}
        onConfirm={() => toDelete && remove.mutate(toDelete, { onSettled: end })}
        onClose={end}
      />
    </>
  );
}

function askToDelete(count: number): string {
  const them = count === 1 ? ['this field', 'Its'] : [`these ${count} fields`, 'Their'];
  return `Are you sure you want to delete ${them[0]}? ${them[1]} values in all compliance data go too.`;
}
