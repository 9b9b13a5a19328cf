import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { NewSubmissionDate } from '@anupalan/contract/submission-dates';
import { Stack, Textarea } from '@mantine/core';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { useToday } from '../../lib/time/clock.ts';
import { UnsentForms, useCounted } from '../../ui/dialogs/use-counted.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { FormDayInput } from '../../ui/forms/form-day-input.tsx';
import { useCreateSubmissionDate } from './calls.ts';

type Props = { item: ComplianceItem; action: string; onClose: () => void };

/** Form that records a submission (R-records-10). */
export function SubmissionDateForm({ item, action, onClose }: Props) {
  const create = useCreateSubmissionDate(item._id);
  const form = useContractForm(NewSubmissionDate, {
    mode: 'controlled',
    name: 'submission-date',
    initialValues: { date: useToday().toString(), description: '', userId: item.userId },
  });
  useCounted(UnsentForms, form.isDirty());
  const submit = form.onSubmit((submission) =>
    create.mutate(submission, { onSuccess: onClose, onError: form.showRefusal }),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Field form={form} name="date" as={FormDayInput} label="Submission date" required />
        <Field
          form={form}
          name="description"
          as={Textarea}
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
