import type { Act } from '@anupalan/contract/acts';
import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { CollapsibleSection } from '../../ui/collapsible-section.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { EmptyTable } from '../../ui/lists/table-placeholder.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { ActForm } from './act-form.tsx';
import { ActTable } from './act-table.tsx';
import { findActs } from './act-text.ts';
import { useActs, useDeleteAct } from './calls.ts';

/** Open dialog: the form for an act (null adds one), or the question whether to delete it. */
type Task = { kind: 'edit'; act: Act | null } | { kind: 'delete'; act: Act };

const EMPTY = 'No acts available. Click "Add Act" to create one.';

/** "Manage Acts" (R-catalogue-6), for administrators. */
export default function ManageActs() {
  const acts = useActs();
  const ofCatalogue = useMemo(() => acts.data?.filter(({ own }) => !own), [acts.data]);
  const [search, setSearch] = useState('');
  const sought = useDeferredValue(search);
  const found = useMemo(() => findActs(ofCatalogue ?? [], sought), [ofCatalogue, sought]);
  const remove = useDeleteAct();
  // The last task is kept while its dialog fades out.
  const [task, setTask] = useState<Task>({ kind: 'edit', act: null });
  const [opened, setOpened] = useState(false);
  const begin = (next: Task) => {
    setTask(next);
    setOpened(true);
  };
  const end = () => setOpened(false);

  function editCurrent() {
    const current = ofCatalogue?.find(({ _id }) => _id === task.act?._id);
    if (current) begin({ kind: 'edit', act: current });
    else end();
  }

  return (
    <>
      <CollapsibleSection
        title="Manage Acts"
        storageKey="manage-acts.open"
        openAtFirst
        summary={ofCatalogue && countActs(found.length, ofCatalogue.length)}
        actions={
          <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => begin({ kind: 'edit', act: null })}>
            Add Act
          </Button>
        }
      >
        {ofCatalogue && ofCatalogue.length > 0 && (
          <TextInput
            type="search"
            aria-label="Find an act"
            placeholder="Find an act by its name, state or description"
            leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
            maw={420}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        {!ofCatalogue ? (
          <LoadingPanel what="acts" failed={acts.isError} onRetry={acts.refetch} />
        ) : found.length === 0 ? (
          <EmptyTable text={ofCatalogue.length === 0 ? EMPTY : 'No act matches this search.'} />
        ) : (
          <ActTable
            acts={found}
            onEdit={(act) => begin({ kind: 'edit', act })}
            onDelete={(act) => begin({ kind: 'delete', act })}
          />
        )}
      </CollapsibleSection>
      <FormDialog opened={opened && task.kind === 'edit'} title={task.act ? 'Edit Act' : 'Add Act'} onClose={end}>
        {(leave) => (
          <ActForm key={task.act?.updatedAt} act={task.act} onLoadCurrent={editCurrent} onDone={end} onCancel={leave} />
        )}
      </FormDialog>
      <ConfirmDialog
        opened={opened && task.kind === 'delete'}
        question="Are you sure you want to delete this act?"
        busy={remove.isPending}
        onConfirm={() => task.act && remove.mutate(task.act, { onSettled: end })}
        onClose={end}
      />
    </>
  );
}

function countActs(shown: number, all: number): string {
  const count = shown === all ? `${all}` : `${shown} of ${all}`;
  return `${count} ${all === 1 ? 'act' : 'acts'}`;
}
