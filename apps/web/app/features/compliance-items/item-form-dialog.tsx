import type { Act } from '@anupalan/contract/acts';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { Skeleton, Stack } from '@mantine/core';
import { lazy, Suspense, useRef } from 'react';
import { AskingDialog } from '../../ui/dialogs/asking-dialog.tsx';
import type { ItemFormHandle } from './item-form/item-form.tsx';

/** Lazy, because only administrators open it. */
const ItemForm = lazy(() => import('./item-form/item-form.tsx'));

type Props = {
  /** Item to edit, 'new' to add one, null for a closed dialog. */
  subject: ComplianceItem | 'new' | null;
  acts: readonly Act[];
  fields: readonly ComplianceField[];
  today: Temporal.PlainDate;
  /** Restarts the form with another version of the item (R-catalogue-2). */
  onReplace: (item: ComplianceItem) => void;
  onClose: () => void;
};

/** Add and Edit dialogs for compliance data (R-catalogue-17), which ask before typed text is lost (R-pages-16). */
export function ItemFormDialog({ subject, onClose, ...context }: Props) {
  const form = useRef<ItemFormHandle>(null);
  return (
    <AskingDialog
      opened={subject !== null}
      isTyped={() => form.current?.isDirty() ?? false}
      isBusy={() => form.current?.isBusy() ?? false}
      onClose={onClose}
      title={subject === 'new' ? 'Add Compliance Data' : 'Edit Compliance Data'}
      size={860}
    >
      {(leave) =>
        subject && (
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
        )
      }
    </AskingDialog>
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
