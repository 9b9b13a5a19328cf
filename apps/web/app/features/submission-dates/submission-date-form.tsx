import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { NewSubmissionDate } from '@anupalan/contract/submission-dates';
import { Stack, Textarea } from '@mantine/core';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { useToday } from '../../lib/time/clock.ts';
import { UnsentForms, useCounted } from '../../ui/dialogs/use-counted.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { FormDayInput } from '../../ui/forms/form-day-input.tsx';
import { AttachFiles } from '../evidence/attach-files.tsx';
import type { Proposal } from '../evidence/said-words.ts';
import { type Attached, useFormFiles } from '../evidence/uploads/use-form-files.ts';
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
  const files = useFormFiles();
  useCounted(UnsentForms, form.isDirty() || files.uploads.list.length > 0);
  const submit = form.onSubmit((submission) => {
    const attached = files.take();
    if (!attached) return;
    create.mutate({ ...submission, ...attached }, { onSuccess: () => leave(attached), onError: form.showRefusal });
  });

  function leave(attached: Attached) {
    files.settle(attached);
    onClose();
  }

  function fillIn({ number, day }: Proposal) {
    form.setValues({ ...(day && { date: day }), ...(number && { description: number }) });
  }

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
        <AttachFiles files={files} onUse={fillIn} />
      </Stack>
      <FormActions action={action} busy={create.isPending} onCancel={onClose} />
    </form>
  );
}
