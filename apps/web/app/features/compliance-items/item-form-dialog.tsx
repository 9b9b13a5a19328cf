import type { Act } from '@anupalan/contract/acts';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { Skeleton, Stack } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { ItemFormHandle } from './item-form/item-form.tsx';

/** Only administrators ever open it. */
const ItemForm = lazy(() => import('./item-form/item-form.tsx'));

type Props = {
  /** The item to edit, 'new' to add one, null when the dialog is closed. */
  subject: ComplianceItem | 'new' | null;
  acts: readonly Act[];
  fields: readonly ComplianceField[];
  today: Temporal.PlainDate;
  /** Starts anew with another version of the item. */
  onReplace: (item: ComplianceItem) => void;
  onClose: () => void;
};

/** The Add and Edit compliance data dialogs (specification 2, section 2). What was typed is not lost by a slip. */
export function ItemFormDialog({ subject, onClose, ...context }: Props) {
  const form = useRef<ItemFormHandle>(null);
  const [asking, setAsking] = useState(false);

  function leave() {
    if (form.current?.isBusy()) return;
    // Not at once: the Escape that opens the question would reach it too, and close it.
    if (form.current?.isDirty()) setTimeout(() => setAsking(true));
    else onClose();
  }

  function discard() {
    setAsking(false);
    onClose();
  }

  return (
    <Dialog
      opened={subject !== null}
      onClose={leave}
      title={subject === 'new' ? 'Add Compliance Data' : 'Edit Compliance Data'}
      size={860}
    >
      {subject && (
        <Suspense fallback={<FormSkeleton />}>
          <ItemForm
            {...context}
            key={subject === 'new' ? subject : subject.updatedAt}
            ref={form}
            item={subject === 'new' ? null : subject}
            onDone={onClose}
            onCancel={leave}
          />
        </Suspense>
      )}
      <ConfirmDialog
        opened={asking}
        question="Are you sure you want to discard what you have typed?"
        action="Discard"
        onConfirm={discard}
        onClose={() => setAsking(false)}
      />
    </Dialog>
  );
}

function FormSkeleton() {
  return (
    <Stack aria-hidden="true" p={24}>
      <Skeleton height={36} />
      <Skeleton height={36} />
      <Skeleton height={140} />
      <Skeleton height={36} />
    </Stack>
  );
}
