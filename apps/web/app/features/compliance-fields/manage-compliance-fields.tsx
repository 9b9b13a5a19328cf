import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { Button, Checkbox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { CollapsibleSection } from '../../ui/collapsible-section.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { EmptyTable } from '../compliance-items/table-placeholder.tsx';
import { useDeleteComplianceFields } from './delete-compliance-fields.ts';
import { COLUMNS_TO_MANAGE } from './field-columns.ts';
import { FieldForm } from './field-form.tsx';
import { FieldRow } from './field-row.tsx';
import { FieldTableFrame } from './field-table-frame.tsx';
import { useComplianceFields } from './list-compliance-fields.ts';
import { SelectionBar } from './selection-bar.tsx';
import { SortableFields } from './sortable-fields.tsx';
import { useUpdateComplianceFields } from './update-compliance-fields.ts';

/** What is open: a form for a field (null: a new one) or the question whether to delete some. */
type Task = { kind: 'edit'; field: ComplianceField | null } | { kind: 'delete'; ids: [string, ...string[]] };

const NOTHING_CHOSEN: ReadonlySet<string> = new Set();

/** "Manage Compliance Fields" (specification 2, section 2), for administrators. */
export default function ManageComplianceFields() {
  const query = useComplianceFields();
  const fields = query.data ?? [];
  const remove = useDeleteComplianceFields();
  const change = useUpdateComplianceFields();
  const [task, setTask] = useState<Task | null>(null);
  const [chosen, setChosen] = useState(NOTHING_CHOSEN);
  // Of the fields that are still there.
  const ids = fields.map(({ _id }) => _id).filter((id) => chosen.has(id));
  const [first, ...rest] = ids;
  const end = () => setTask(null);
  const clear = () => setChosen(NOTHING_CHOSEN);

  function editCurrent(id: string | undefined) {
    const field = fields.find(({ _id }) => _id === id);
    setTask(field ? { kind: 'edit', field } : null);
  }

  const chooseAll = (
    <Checkbox
      size="xs"
      aria-label="Choose all fields"
      checked={ids.length > 0 && ids.length === fields.length}
      indeterminate={ids.length > 0 && ids.length < fields.length}
      onChange={(event) => setChosen(new Set(event.currentTarget.checked ? fields.map(({ _id }) => _id) : []))}
    />
  );

  return (
    <>
      <CollapsibleSection
        title="Manage Compliance Fields"
        storageKey="manage-fields.open"
        openAtFirst
        summary={query.data && countFields(fields.length)}
        actions={
          <Button
            leftSection={<IconPlus size={16} stroke={2} />}
            onClick={() => setTask({ kind: 'edit', field: null })}
          >
            Add Field
          </Button>
        }
      >
        {!query.data ? (
          <LoadingPanel what="compliance fields" failed={query.isError} onRetry={query.refetch} />
        ) : fields.length === 0 ? (
          <EmptyTable text='No compliance fields available. Click "Add Field" to create one.' />
        ) : (
          <>
            {first !== undefined && (
              <SelectionBar
                count={ids.length}
                busy={change.isPending || remove.isPending}
                onAccessLevel={(accessLevel) => change.mutate({ ids, accessLevel }, { onSuccess: clear })}
                onDelete={() => setTask({ kind: 'delete', ids: [first, ...rest] })}
                onClear={clear}
              />
            )}
            <SortableFields fields={fields}>
              <FieldTableFrame columns={COLUMNS_TO_MANAGE} fields={fields} choice={chooseAll}>
                {fields.map((field) => (
                  <FieldRow
                    key={field._id}
                    field={field}
                    chosen={chosen.has(field._id)}
                    onChoose={(id) => setChosen((before) => before.symmetricDifference(new Set([id])))}
                    onEdit={() => setTask({ kind: 'edit', field })}
                    onDelete={({ _id }) => setTask({ kind: 'delete', ids: [_id] })}
                  />
                ))}
              </FieldTableFrame>
            </SortableFields>
          </>
        )}
      </CollapsibleSection>
      <FormDialog
        opened={task?.kind === 'edit'}
        title={task?.kind === 'edit' && task.field ? 'Edit Field' : 'Add Field'}
        onClose={end}
      >
        {(leave) =>
          task?.kind === 'edit' && (
            <FieldForm
              key={task.field?.updatedAt}
              field={task.field}
              onLoadCurrent={() => editCurrent(task.field?._id)}
              onDone={end}
              onCancel={leave}
            />
          )
        }
      </FormDialog>
      <ConfirmDialog
        opened={task?.kind === 'delete'}
        question={task?.kind === 'delete' ? askToDelete(task.ids.length) : ''}
        busy={remove.isPending}
        onConfirm={() => task?.kind === 'delete' && remove.mutate(task.ids, { onSettled: end })}
        onClose={end}
      />
    </>
  );
}

function countFields(count: number): string {
  return `${count} ${count === 1 ? 'field' : 'fields'}`;
}

function askToDelete(count: number): string {
  const them = count === 1 ? ['this field', 'Its'] : [`these ${count} fields`, 'Their'];
  return `Are you sure you want to delete ${them[0]}? ${them[1]} values in all compliance data go too.`;
}
