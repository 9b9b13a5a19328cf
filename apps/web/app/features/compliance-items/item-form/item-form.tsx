import type { Act } from '@anupalan/contract/acts';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { Button, Stack } from '@mantine/core';
import { type Ref, useImperativeHandle, useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { focusFirstFault } from '../../../lib/focus-first-fault.ts';
import { ADD_FAILED, useCreateComplianceItem } from '../create-compliance-item.ts';
import { highlightItem } from '../tracker-events.ts';
import { UPDATE_FAILED, useUpdateComplianceItem } from '../update-compliance-item.ts';
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

/** What the dialog asks before it closes. */
export interface ItemFormHandle {
  isDirty: () => boolean;
  isBusy: () => boolean;
}

type Props = {
  /** Null for a new one. */
  item: ComplianceItem | null;
  acts: readonly Act[];
  fields: readonly ComplianceField[];
  today: Temporal.PlainDate;
  onReplace: (item: ComplianceItem) => void;
  onDone: () => void;
  onCancel: () => void;
  ref: Ref<ItemFormHandle>;
};

/** Adds an item or changes one. It keeps the item and the fields it began with, whatever arrives meanwhile. */
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
    else create.mutate(readNewItem(draft), { onSuccess: ({ data }) => showNew(data), onError: showFaults });
  }

  function saveChanges({ _id, updatedAt }: ComplianceItem, draft: ItemDraft) {
    const changes = listChanges(readDraft(start), readDraft(draft));
    if (Object.keys(changes).length === 0) return onDone();
    update.mutate({ itemId: _id, changes: { ...changes, updatedAt } }, { onSuccess: onDone, onError: showFaults });
  }

  function showNew({ _id }: ComplianceItem) {
    onDone();
    highlightItem(_id);
  }

  function showFaults(error: Error) {
    if (!(error instanceof ApiError)) return;
    const faults = Object.fromEntries(Object.entries(error.faults).map(([part, text]) => [fieldOf([part]), text]));
    form.setErrors(faults);
    focusFirstFault(form, faults);
  }

  return (
    <form onSubmit={form.onSubmit(save, (faults) => focusFirstFault(form, faults))} noValidate>
      <Stack gap={28} className={classes.fields ?? ''}>
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
