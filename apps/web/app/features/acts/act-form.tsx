import type { Act } from '@anupalan/contract/acts';
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { STATE_CHOICES } from '../../lib/state-choices.ts';
import { RichTextEditor } from '../../ui/rich-text-editor.tsx';
import { SaveAlert } from '../../ui/save-alert.tsx';
import { useActForm } from './act-form-state.ts';
import { ActSizeFields } from './act-size-fields.tsx';
import { ADD_FAILED, useCreateAct } from './create-act.ts';
import { UPDATE_FAILED, useUpdateAct } from './update-act.ts';

const DESCRIPTION_HEIGHT = 300;

type Props = {
  /** Null for a new one. */
  act: Act | null;
  /** Starts anew with what somebody else saved; it was loaded when the server refused. */
  onLoadCurrent: () => void;
  onDone: () => void;
  onCancel: () => void;
};

/** Adds an act, or edits the one given (specification 2, section 2, "Manage Acts"). */
export function ActForm({ act, onLoadCurrent, onDone, onCancel }: Props) {
  const create = useCreateAct();
  const update = useUpdateAct();
  const [everySize, setEverySize] = useState(appliesToEverySize(act));
  const form = useActForm(act);
  const { error, isPending } = act ? update : create;

  const submit = form.onSubmit(
    (changes) =>
      act
        ? update.mutate({ read: act, changes }, { onSuccess: onDone })
        : create.mutate(changes, { onSuccess: onDone }),
    (faults) => focusFirstFault(form, faults),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SaveAlert
          error={error}
          fallback={act ? UPDATE_FAILED : ADD_FAILED}
          onLoadCurrent={act ? onLoadCurrent : undefined}
        />
        <TextInput {...form.getInputProps('name')} key={form.key('name')} label="Act name" data-autofocus />
        <Select
          {...form.getInputProps('state')}
          key={form.key('state')}
          label="State"
          data={STATE_CHOICES}
          allowDeselect={false}
          searchable
          nothingFoundMessage="No such state"
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
          <Button variant="default" onClick={onCancel} disabled={isPending}>
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
