import type { Act } from '@anupalan/contract/acts';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { memo } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { ActSummaryDialog } from '../../acts/act-summary-dialog.tsx';
import { useDeleteComplianceItem } from '../../compliance-items/calls.ts';
import { ItemFormDialog } from '../../compliance-items/item-form-dialog.tsx';
import type { DialogOpeners, TableDialog } from './use-table-dialogs.ts';

type Props = {
  dialog: TableDialog | null;
  openers: DialogOpeners;
  acts: readonly Act[];
  fields: readonly ComplianceField[];
  today: Temporal.PlainDate;
  onClose: () => void;
};

/** Dialogs that open from the table, except an item's details. Memoised, as those are. */
export default memo(function TableDialogs({ dialog, openers, onClose, ...context }: Props) {
  const removal = useDeleteComplianceItem();
  const doomed = dialog?.kind === 'delete' ? dialog.item : null;
  return (
    <>
      <ActSummaryDialog act={dialog?.kind === 'summary' ? dialog.act : undefined} onClose={onClose} />
      <ItemFormDialog {...context} subject={subjectOf(dialog)} onReplace={openers.onEdit} onClose={onClose} />
      <ConfirmDialog
        opened={doomed !== null}
        question="Are you sure you want to delete this compliance data?"
        busy={removal.isPending}
        onConfirm={() => doomed && removal.mutate(doomed._id, { onSettled: onClose })}
        onClose={onClose}
      />
    </>
  );
});

function subjectOf(dialog: TableDialog | null) {
  if (dialog?.kind === 'add') return 'new';
  return dialog?.kind === 'edit' ? dialog.item : null;
}
