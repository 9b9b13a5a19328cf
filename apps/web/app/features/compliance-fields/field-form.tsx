import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { Button, Checkbox, Group, Radio, Stack, Textarea } from '@mantine/core';
import { Field } from '../../ui/forms/field.tsx';
import { SaveAlert } from '../../ui/forms/save-alert.tsx';
import { ADD_FAILED, UPDATE_FAILED, useCreateComplianceField, useUpdateComplianceField } from './calls.ts';
import { useFieldForm } from './field-form-state.ts';

type Props = {
  /** Null adds a new field. */
  field: ComplianceField | null;
  /** Restarts the form with the version that somebody else saved, which the 409 has loaded (R-catalogue-2). */
  onLoadCurrent: () => void;
  onDone: () => void;
  onCancel: () => void;
};

/** Adds a compliance field, or edits the one given (R-catalogue-13). */
export function FieldForm({ field, onLoadCurrent, onDone, onCancel }: Props) {
  const create = useCreateComplianceField();
  const update = useUpdateComplianceField();
  const form = useFieldForm(field);
  const { error, isPending } = field ? update : create;

  const submit = form.onSubmit((changes) => {
    const outcome = { onSuccess: onDone, onError: form.showRefusal };
    if (field) update.mutate({ read: field, changes }, outcome);
    else create.mutate(changes, outcome);
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SaveAlert
          error={error}
          fallback={field ? UPDATE_FAILED : ADD_FAILED}
          onLoadCurrent={field ? onLoadCurrent : undefined}
        />
        <Field form={form} name="name" label="Field name" required data-autofocus />
        <Field form={form} name="description" as={Textarea} label="Description" rows={3} />
        <Field
          form={form}
          name="accessLevel"
          as={Radio.Group}
          label="Access"
          description="Values of a premium field are hidden from free users"
        >
          <Group mt={8}>
            <Radio value="free" label="Free" />
            <Radio value="premium" label="Premium" />
          </Group>
        </Field>
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
