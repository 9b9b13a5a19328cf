import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { NewSubmissionDate } from '@anupalan/contract/submission-dates';
import { Stack, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { showFaults } from '../../lib/show-faults.ts';
import { useToday } from '../../lib/use-today.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { FormDayInput } from '../../ui/form-day-input.tsx';
import { useUnsent } from '../../ui/unsent.ts';
import { useCreateSubmissionDate } from './create-submission-date.ts';

type Props = { item: ComplianceItem; action: string; onClose: () => void };

/** Records that something was submitted, and what. */
export function SubmissionDateForm({ item, action, onClose }: Props) {
  const create = useCreateSubmissionDate(item._id);
  const form = useForm({
    name: 'submission-date',
    initialValues: { date: useToday().toString(), description: '', userId: item.userId },
    validate: schemaResolver(NewSubmissionDate, { sync: true }),
    transformValues: (values) => NewSubmissionDate.parse(values),
  });
  useUnsent(form.isDirty());
  const submit = form.onSubmit(
    (submission) => create.mutate(submission, { onSuccess: onClose, onError: (error) => showFaults(form, error) }),
    (faults) => focusFirstFault(form, faults),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormDayInput {...form.getInputProps('date')} label="Submission date" required />
        <Textarea
          {...form.getInputProps('description')}
          label="Submission note"
          placeholder="What was submitted, where, acknowledgement number"
          rows={3}
          required
          data-autofocus
        />
      </Stack>
      <FormActions action={action} busy={create.isPending} onCancel={onClose} />
    </form>
  );
}
