import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { Button, Checkbox, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { showFaults } from '../../lib/show-faults.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { useCreateComplianceField } from './create-compliance-field.ts';
import { toTyped, useFieldForm } from './field-form-state.ts';
import { complianceFieldsQuery } from './list-compliance-fields.ts';
import { useUpdateComplianceField } from './update-compliance-field.ts';

/** Adds a compliance field, or edits the one given (specification 2, section 2, "Manage Compliance Fields"). */
export function FieldForm({ field, onDone }: { field: ComplianceField | null; onDone: () => void }) {
  const client = useQueryClient();
  const create = useCreateComplianceField();
  const update = useUpdateComplianceField();
  /** The version that is edited. */
  const [read, setRead] = useState(field);
  const form = useFieldForm(field);
  const { error, isPending } = field ? update : create;
  const outdated = field !== null && error instanceof ApiError && error.status === 409;

  const submit = form.onSubmit(
    (changes) => {
      const outcome = { onSuccess: onDone, onError: (failure: Error) => showFaults(form, failure) };
      if (read) update.mutate({ read, changes }, outcome);
      else create.mutate(changes, outcome);
    },
    (faults) => focusFirstFault(form, faults),
  );

  /** Starts over from what somebody else saved; it was loaded when the server refused. */
  function editCurrent() {
    const current = client.getQueryData(complianceFieldsQuery.queryKey)?.find(({ _id }) => _id === field?._id);
    if (!current) return onDone();
    setRead(current);
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
        <TextInput {...form.getInputProps('name')} key={form.key('name')} label="Field name" required data-autofocus />
        <Textarea {...form.getInputProps('description')} key={form.key('description')} label="Description" rows={3} />
        <Radio.Group
          {...form.getInputProps('accessLevel')}
          key={form.key('accessLevel')}
          label="Access"
          description="Values of a premium field are hidden from free users"
        >
          <Group mt={8}>
            <Radio value="free" label="Free" />
            <Radio value="premium" label="Premium" />
          </Group>
        </Radio.Group>
        <Checkbox
          {...form.getInputProps('required', { type: 'checkbox' })}
          key={form.key('required')}
          label="Marked as required"
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {field ? 'Save Changes' : 'Add Field'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
