import type { Act } from '@anupalan/contract/acts';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { STATE_CHOICES } from '../../lib/state-choices.ts';
import { Field } from '../../ui/forms/field.tsx';
import { RichTextEditor } from '../../ui/forms/rich-text-editor.tsx';
import { SaveAlert } from '../../ui/forms/save-alert.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useActForm } from './act-form-state.ts';
import { ActSizeFields } from './act-size-fields.tsx';
import { ADD_FAILED, UPDATE_FAILED, useCreateAct, useUpdateAct } from './calls.ts';

const DESCRIPTION_HEIGHT = 300;

type Props = {
  /** Null adds a new act. */
  act: Act | null;
  /** Restarts the form with the version that somebody else saved, which the 409 has loaded (R-catalogue-2). */
  onLoadCurrent: () => void;
  onDone: () => void;
  onCancel: () => void;
};

/** Adds an act, or edits the one given (R-catalogue-8). */
export function ActForm({ act, onLoadCurrent, onDone, onCancel }: Props) {
  const create = useCreateAct();
  const update = useUpdateAct();
  const [everySize, setEverySize] = useState(appliesToEverySize(act));
  const form = useActForm(act);
  const { error, isPending } = act ? update : create;

  const submit = form.onSubmit((changes) => {
    if (act) update.mutate({ read: act, changes }, { onSuccess: onDone });
    else create.mutate(changes, { onSuccess: onDone });
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SaveAlert
          error={error}
          fallback={act ? UPDATE_FAILED : ADD_FAILED}
          onLoadCurrent={act ? onLoadCurrent : undefined}
        />
        <Field form={form} name="name" label="Act name" data-autofocus />
        <Field
          form={form}
          name="state"
          as={Select}
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
