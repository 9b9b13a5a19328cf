import type { Act } from '@anupalan/contract/acts';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { memo } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { ActSummaryDialog } from '../../acts/act-summary-dialog.tsx';
import { useDeleteComplianceItem } from '../../compliance-items/calls.ts';
import { ItemFormDialog } from '../../compliance-items/item-form-dialog.tsx';
import { useDeleteOwnObligation } from '../../compliance-items/own-calls.ts';
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
  const ownRemoval = useDeleteOwnObligation();
  const doomed = dialog?.kind === 'delete' ? dialog.item : null;
  const { mutate, isPending } = doomed?.own ? ownRemoval : removal;
  return (
    <>
      <ActSummaryDialog act={dialog?.kind === 'summary' ? dialog.act : undefined} onClose={onClose} />
      <ItemFormDialog {...context} subject={subjectOf(dialog)} onReplace={openers.onEdit} onClose={onClose} />
      <ConfirmDialog
        opened={doomed !== null}
        question={doomed?.own ? questionForOwn(doomed.title) : 'Are you sure you want to delete this compliance data?'}
        busy={isPending}
        onConfirm={() => doomed && mutate(doomed._id, { onSettled: onClose })}
        onClose={onClose}
      />
    </>
  );
});

/** Says what goes with it (R-registrations-14). */
function questionForOwn(title: string): string {
  return `Are you sure you want to delete “${title}”? Its statuses, notes, reminders, payments and submissions go with it, for everybody in the company.`;
}

function subjectOf(dialog: TableDialog | null) {
  if (dialog?.kind === 'add') return 'new';
  if (dialog?.kind === 'add-own') return 'new-own';
  return dialog?.kind === 'edit' ? dialog.item : null;
}
