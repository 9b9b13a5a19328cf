import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { readAmount } from '@anupalan/contract/fields/amount';
import { NewPaymentDate } from '@anupalan/contract/payment-dates';
import { formatRupees } from '@anupalan/domain/money';
import { Stack } from '@mantine/core';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { useToday } from '../../lib/time/clock.ts';
import { UnsentForms, useCounted } from '../../ui/dialogs/use-counted.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { FormDayInput } from '../../ui/forms/form-day-input.tsx';
import { AttachFiles } from '../evidence/attach-files.tsx';
import type { Proposal } from '../evidence/said-words.ts';
import { type Attached, useFormFiles } from '../evidence/uploads/use-form-files.ts';
import { useCreatePaymentDate } from './calls.ts';

type Props = { item: ComplianceItem; action: string; onClose: () => void };

/** Form that records a payment (R-records-8). */
export function PaymentDateForm({ item, action, onClose }: Props) {
  const create = useCreatePaymentDate(item._id);
  const form = useContractForm(NewPaymentDate, {
    mode: 'controlled',
    name: 'payment-date',
    initialValues: { date: useToday().toString(), amount: '', description: '' },
    toPayload: ({ amount, ...values }) => ({ ...values, userId: item.userId, amount: readAmount(amount) }),
  });
  const files = useFormFiles();
  useCounted(UnsentForms, form.isDirty() || files.uploads.list.length > 0);
  const submit = form.onSubmit((payment) => {
    const attached = files.take();
    if (attached)
      create.mutate({ ...payment, ...attached }, { onSuccess: () => leave(attached), onError: form.showRefusal });
  });

  function leave(attached: Attached) {
    files.settle(attached);
    onClose();
  }

  function fillIn({ number, amount, day }: Proposal) {
    form.setValues({
      ...(day && { date: day }),
      ...(amount !== null && { amount: String(amount) }),
      ...(number && { description: number }),
    });
  }

  /** Says that a document does not name the amount that was typed (R-evidence-19). */
  function warnOf(amounts: readonly number[]): string | null {
    const typed = readAmount(form.getValues().amount);
    if (typeof typed === 'string' || amounts.length === 0 || amounts.includes(typed)) return null;
    return `The document does not name ${formatRupees(typed)}.`;
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Field form={form} name="date" as={FormDayInput} label="Payment date" required />
        <Field
          form={form}
          name="amount"
          label="Amount"
          // A text box: neither the wheel nor arrow keys change what is in it.
          inputMode="decimal"
          leftSection="₹"
          required
          data-autofocus
        />
        <Field form={form} name="description" label="Description" placeholder="Challan or reference number" />
        <AttachFiles files={files} onUse={fillIn} warn={warnOf} />
      </Stack>
      <FormActions action={action} busy={create.isPending} onCancel={onClose} />
    </form>
  );
}
