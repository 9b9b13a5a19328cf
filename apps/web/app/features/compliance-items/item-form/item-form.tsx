import type { Act } from '@anupalan/contract/acts';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { Button, Stack } from '@mantine/core';
import { type Ref, useImperativeHandle, useState } from 'react';
import { faultsOf } from '../../../lib/forms/faults.ts';
import { ADD_FAILED, UPDATE_FAILED, useCreateComplianceItem, useUpdateComplianceItem } from '../calls.ts';
import { ADD_OWN_FAILED, UPDATE_OWN_FAILED, useCreateOwnObligation, useUpdateOwnObligation } from '../own-calls.ts';
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
import { readNewOwn, readOwnDraft } from './own-draft.ts';
import { OwnReachFields } from './own-reach-fields.tsx';
import { ReachFields } from './reach-fields.tsx';
import { SaveFailure } from './save-failure.tsx';
import { ValueFields } from './value-fields.tsx';

const FAILURES = {
  catalogue: { add: ADD_FAILED, update: UPDATE_FAILED },
  own: { add: ADD_OWN_FAILED, update: UPDATE_OWN_FAILED },
};

/** Questions that the dialog asks before it closes. */
export interface ItemFormHandle {
  isDirty: () => boolean;
  isBusy: () => boolean;
}

type Props = {
  /** Null adds a new item. */
  item: ComplianceItem | null;
  /** Whether it is the company's own (R-registrations-11). */
  own: boolean;
  acts: readonly Act[];
  fields: readonly ComplianceField[];
  today: Temporal.PlainDate;
  onReplace: (item: ComplianceItem) => void;
  onDone: () => void;
  onCancel: () => void;
  ref: Ref<ItemFormHandle>;
};

/** Item form. It keeps the item and fields it started with, so that live updates don't change what is being edited. */
export default function ItemForm({ item, own, acts, fields, today, onReplace, onDone, onCancel, ref }: Props) {
  const [columns] = useState(fields);
  const [start] = useState(() => (item ? draftOfItem(item, columns) : draftNewItem(columns)));
  const create = useCreateComplianceItem();
  const update = useUpdateComplianceItem();
  const createOwn = useCreateOwnObligation();
  const updateOwn = useUpdateOwnObligation();
  const [creating, changing] = own ? [createOwn, updateOwn] : [create, update];
  const saving = item ? changing : creating;
  const form = useItemForm(start, { isNew: item === null, own });
  useImperativeHandle(ref, () => ({ isDirty: () => form.isDirty(), isBusy: () => saving.isPending }));

  function save() {
    const draft = form.getValues();
    if (item) saveChanges(item, draft);
    else {
      const handlers = { onSuccess: ({ data }: { data: ComplianceItem }) => showNew(data), onError: showRefusal };
      if (own) createOwn.mutate(readNewOwn(draft), handlers);
      else create.mutate(readNewItem(draft), handlers);
    }
  }

  function saveChanges({ _id, updatedAt }: ComplianceItem, draft: ItemDraft) {
    const read = own ? readOwnDraft : readDraft;
    const changes = listChanges(read(start), read(draft));
    if (Object.keys(changes).length === 0) return onDone();
    changing.mutate({ itemId: _id, changes: { ...changes, updatedAt } }, { onSuccess: onDone, onError: showRefusal });
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
        {own ? <OwnReachFields form={form} acts={acts} /> : <ReachFields form={form} acts={acts} />}
        <DescriptionFields form={form} isNew={item === null} own={own} />
        <ValueFields form={form} fields={columns} />
        <DueDateFields form={form} today={today} />
      </Stack>
      <div className={classes.footer}>
        <SaveFailure
          error={saving.error}
          fallback={FAILURES[own ? 'own' : 'catalogue'][item ? 'update' : 'add']}
          item={item}
          onReplace={onReplace}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onCancel} disabled={saving.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {item ? 'Save Changes' : own ? 'Add Obligation' : 'Add Compliance Data'}
          </Button>
        </div>
      </div>
    </form>
  );
}
