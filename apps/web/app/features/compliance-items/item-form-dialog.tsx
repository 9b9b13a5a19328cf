import type { Act } from '@anupalan/contract/acts';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { Skeleton, Stack } from '@mantine/core';
import { lazy, Suspense, useRef } from 'react';
import { AskingDialog } from '../../ui/dialogs/asking-dialog.tsx';
import type { ItemFormHandle } from './item-form/item-form.tsx';

/** Lazy, because few open it. */
const ItemForm = lazy(() => import('./item-form/item-form.tsx'));

type Props = {
  /** Item to edit, 'new' to add one to the catalogue, 'new-own' to the company's own, null for a closed dialog. */
  subject: ComplianceItem | 'new' | 'new-own' | null;
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
      title={titleOf(subject)}
      size={860}
    >
      {(leave) =>
        subject && (
          <Suspense fallback={<FormSkeleton />}>
            <ItemForm
              {...context}
              key={typeof subject === 'string' ? subject : subject.updatedAt}
              ref={form}
              item={typeof subject === 'string' ? null : subject}
              own={typeof subject === 'string' ? subject === 'new-own' : subject.own === true}
              onDone={onClose}
              onCancel={leave}
            />
          </Suspense>
        )
      }
    </AskingDialog>
  );
}

function titleOf(subject: Props['subject']): string {
  if (subject === 'new-own') return 'Add an obligation of your own';
  if (subject === 'new') return 'Add Compliance Data';
  return subject?.own ? 'Edit your obligation' : 'Edit Compliance Data';
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
