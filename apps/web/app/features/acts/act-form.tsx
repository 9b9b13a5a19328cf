import type { Act } from '@anupalan/contract/acts';
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { STATE_CHOICES } from '../../lib/state-choices.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { RichTextEditor } from '../../ui/rich-text-editor.tsx';
import { toTyped, useActForm } from './act-form-state.ts';
import { ActSizeFields } from './act-size-fields.tsx';
import { useCreateAct } from './create-act.ts';
import { actsQuery } from './list-acts.ts';
import { useUpdateAct } from './update-act.ts';

const DESCRIPTION_HEIGHT = 300;

/** Adds an act, or edits the one given (specification 2, section 2, "Manage Acts"). */
export function ActForm({ act, onDone }: { act: Act | null; onDone: () => void }) {
  const client = useQueryClient();
  const create = useCreateAct();
  const update = useUpdateAct();
  /** The version that is edited. */
  const [read, setRead] = useState(act);
  const [everySize, setEverySize] = useState(appliesToEverySize(act));
  const form = useActForm(act);
  const { error, isPending } = act ? update : create;
  const outdated = act !== null && error instanceof ApiError && error.status === 409;

  const submit = form.onSubmit(
    (changes) =>
      read ? update.mutate({ read, changes }, { onSuccess: onDone }) : create.mutate(changes, { onSuccess: onDone }),
    (faults) => focusFirstFault(form, faults),
  );

  /** Starts over from what somebody else saved; it was loaded when the server refused. */
  function editCurrent() {
    const current = client.getQueryData(actsQuery.queryKey)?.find(({ _id }) => _id === act?._id);
    if (!current) return onDone();
    setRead(current);
    setEverySize(appliesToEverySize(current));
    form.setValues(toTyped(current));
    form.clearErrors();
    update.reset();
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={error?.message} />
        {outdated && (
          <Button variant="light" onClick={editCurrent}>
            Load the current version instead of my changes
          </Button>
        )}
        <TextInput {...form.getInputProps('name')} key={form.key('name')} label="Act name" data-autofocus />
        <Select
          {...form.getInputProps('state')}
          key={form.key('state')}
          label="State"
          data={STATE_CHOICES}
          allowDeselect={false}
          searchable
          nothingFoundMessage="No such state"
          comboboxProps={{ keepMounted: false }}
        />
        <ActSizeFields form={form} everySize={everySize} onEverySize={setEverySize} />
        <RichTextEditor
          key={form.key('description')}
          label="Description"
          height={DESCRIPTION_HEIGHT}
          value={form.getValues().description}
          onChange={(html) => form.setFieldValue('description', html, { forceUpdate: false })}
          error={form.errors.description}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {act ? 'Save Changes' : 'Add Act'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function appliesToEverySize(act: Act | null): boolean {
  return act !== null && act.minEmployees === 0 && act.maxEmployees === 0;
}
