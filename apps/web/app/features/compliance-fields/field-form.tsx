import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { Button, Checkbox, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { showFaults } from '../../lib/show-faults.ts';
import { SaveAlert } from '../../ui/save-alert.tsx';
import { ADD_FAILED, useCreateComplianceField } from './create-compliance-field.ts';
import { useFieldForm } from './field-form-state.ts';
import { UPDATE_FAILED, useUpdateComplianceField } from './update-compliance-field.ts';

type Props = {
  /** Null for a new one. */
  field: ComplianceField | null;
  /** Starts anew with what somebody else saved; it was loaded when the server refused. */
  onLoadCurrent: () => void;
  onDone: () => void;
  onCancel: () => void;
};

/** Adds a compliance field, or edits the one given (specification 2, section 2, "Manage Compliance Fields"). */
export function FieldForm({ field, onLoadCurrent, onDone, onCancel }: Props) {
  const create = useCreateComplianceField();
  const update = useUpdateComplianceField();
  const form = useFieldForm(field);
  const { error, isPending } = field ? update : create;

  const submit = form.onSubmit(
    (changes) => {
      const outcome = { onSuccess: onDone, onError: (failure: Error) => showFaults(form, failure) };
      if (field) update.mutate({ read: field, changes }, outcome);
      else create.mutate(changes, outcome);
    },
    (faults) => focusFirstFault(form, faults),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SaveAlert
          error={error}
          fallback={field ? UPDATE_FAILED : ADD_FAILED}
          onLoadCurrent={field ? onLoadCurrent : undefined}
        />
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
          <Button variant="default" onClick={onCancel} disabled={isPending}>
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
