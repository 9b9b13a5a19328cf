import { Button, Checkbox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { CollapsibleSection } from '../../ui/collapsible-section.tsx';
import { EmptyTable } from '../../ui/lists/table-placeholder.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { useComplianceFields, useDeleteComplianceFields, useUpdateComplianceFields } from './calls.ts';
import { COLUMNS_TO_MANAGE } from './field-columns.ts';
import { FieldDialogs, type FieldTask } from './field-dialogs.tsx';
import { FieldRow } from './field-row.tsx';
import { FieldTableFrame } from './field-table-frame.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { SortableFields } from './sortable-fields.tsx';
import { useFieldChoice } from './use-field-choice.ts';

/** "Manage Compliance Fields" (R-catalogue-14), for administrators. */
export default function ManageComplianceFields() {
  const query = useComplianceFields();
  const fields = query.data ?? [];
  const remove = useDeleteComplianceFields();
  const change = useUpdateComplianceFields();
  const choice = useFieldChoice(fields);
  const [task, setTask] = useState<FieldTask | null>(null);
  const [first, ...rest] = choice.ids;

  const chooseAll = (
    <Checkbox
      size="xs"
      aria-label="Choose all fields"
      checked={choice.ids.length > 0 && choice.ids.length === fields.length}
      indeterminate={choice.ids.length > 0 && choice.ids.length < fields.length}
      onChange={(event) => choice.chooseAll(event.currentTarget.checked)}
    />
  );
  const table = (
    <>
      {first !== undefined && (
        <SelectionBar
          count={choice.ids.length}
          busy={change.isPending || remove.isPending}
          onAccessLevel={(accessLevel) => change.mutate({ ids: choice.ids, accessLevel }, { onSuccess: choice.clear })}
          onDelete={() => setTask({ kind: 'delete', ids: [first, ...rest] })}
          onClear={choice.clear}
        />
      )}
      <SortableFields fields={fields}>
        <FieldTableFrame columns={COLUMNS_TO_MANAGE} fields={fields} choice={chooseAll}>
          {fields.map((field) => (
            <FieldRow
              key={field._id}
              field={field}
              chosen={choice.isChosen(field._id)}
              onChoose={choice.toggle}
              onEdit={() => setTask({ kind: 'edit', field })}
              onDelete={({ _id }) => setTask({ kind: 'delete', ids: [_id] })}
            />
          ))}
        </FieldTableFrame>
      </SortableFields>
    </>
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
          table
        )}
      </CollapsibleSection>
      <FieldDialogs fields={fields} task={task} onTask={setTask} remove={remove} />
    </>
  );
}

function countFields(count: number): string {
  return `${count} ${count === 1 ? 'field' : 'fields'}`;
}
