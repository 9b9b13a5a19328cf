import type { Act } from '@anupalan/contract/acts';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { Button, Stack } from '@mantine/core';
import { type Ref, useImperativeHandle, useState } from 'react';
import { faultsOf } from '../../../lib/forms/faults.ts';
import { ADD_FAILED, UPDATE_FAILED, useCreateComplianceItem, useUpdateComplianceItem } from '../calls.ts';
import { highlightItem } from '../tracker-events.ts';
import { DescriptionFields } from './description-fields.tsx';
import { DueDateFields } from './due-date-fields.tsx';
import {
  draftNewItem,
  draftOfItem,
  fieldOf,
  type ItemDraft,
  listChanges,
  readDraft,
  readNewItem,
} from './item-draft.ts';
import classes from './item-form.module.css';
import { useItemForm } from './item-form-state.ts';
import { ReachFields } from './reach-fields.tsx';
import { SaveFailure } from './save-failure.tsx';
import { ValueFields } from './value-fields.tsx';

/** Questions that the dialog asks before it closes. */
export interface ItemFormHandle {
  isDirty: () => boolean;
  isBusy: () => boolean;
}

type Props = {
  /** Null adds a new item. */
  item: ComplianceItem | null;
  acts: readonly Act[];
  fields: readonly ComplianceField[];
  today: Temporal.PlainDate;
  onReplace: (item: ComplianceItem) => void;
  onDone: () => void;
  onCancel: () => void;
  ref: Ref<ItemFormHandle>;
};

/** Item form. It keeps the item and fields it started with, so that live updates don't change what is being edited. */
export default function ItemForm({ item, acts, fields, today, onReplace, onDone, onCancel, ref }: Props) {
  const [columns] = useState(fields);
  const [start] = useState(() => (item ? draftOfItem(item, columns) : draftNewItem(columns)));
  const create = useCreateComplianceItem();
  const update = useUpdateComplianceItem();
  const saving = item ? update : create;
  const form = useItemForm(start, item === null);
  useImperativeHandle(ref, () => ({ isDirty: () => form.isDirty(), isBusy: () => saving.isPending }));

  function save() {
    const draft = form.getValues();
    if (item) saveChanges(item, draft);
    else create.mutate(readNewItem(draft), { onSuccess: ({ data }) => showNew(data), onError: showRefusal });
  }

  function saveChanges({ _id, updatedAt }: ComplianceItem, draft: ItemDraft) {
    const changes = listChanges(readDraft(start), readDraft(draft));
    if (Object.keys(changes).length === 0) return onDone();
    update.mutate({ itemId: _id, changes: { ...changes, updatedAt } }, { onSuccess: onDone, onError: showRefusal });
  }

  function showNew({ _id }: ComplianceItem) {
    onDone();
    highlightItem(_id);
  }

  function showRefusal(error: Error) {
    const faults = Object.entries(faultsOf(error)).map(([part, text]) => [fieldOf([part]), text]);
    form.showFaults(Object.fromEntries(faults));
  }

  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap={28} className={classes.fields}>
        <ReachFields form={form} acts={acts} />
        <DescriptionFields form={form} isNew={item === null} />
        <ValueFields form={form} fields={columns} />
        <DueDateFields form={form} today={today} />
      </Stack>
      <div className={classes.footer}>
        <SaveFailure
          error={saving.error}
          fallback={item ? UPDATE_FAILED : ADD_FAILED}
          item={item}
          onReplace={onReplace}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onCancel} disabled={saving.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {item ? 'Save Changes' : 'Add Compliance Data'}
          </Button>
        </div>
      </div>
    </form>
  );
}
