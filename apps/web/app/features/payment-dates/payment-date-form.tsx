import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { NewPaymentDate } from '@anupalan/contract/payment-dates';
import { Stack } from '@mantine/core';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { useToday } from '../../lib/time/clock.ts';
import { UnsentForms, useCounted } from '../../ui/dialogs/use-counted.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { FormDayInput } from '../../ui/forms/form-day-input.tsx';
import { parseAmount } from './amounts.ts';
import { useCreatePaymentDate } from './calls.ts';

type Props = { item: ComplianceItem; action: string; onClose: () => void };

/** Form that records a payment (R-records-8). */
export function PaymentDateForm({ item, action, onClose }: Props) {
  const create = useCreatePaymentDate(item._id);
  const form = useContractForm(NewPaymentDate, {
    mode: 'controlled',
    name: 'payment-date',
    initialValues: { date: useToday().toString(), amount: '', description: '' },
    toPayload: ({ amount, ...values }) => ({ ...values, userId: item.userId, amount: parseAmount(amount) }),
  });
  useCounted(UnsentForms, form.isDirty());
  const submit = form.onSubmit((payment) => create.mutate(payment, { onSuccess: onClose, onError: form.showRefusal }));

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Field form={form} name="date" as={FormDayInput} label="Payment date" required />
        <Field
          form={form}
          name="amount"
          type="number"
          label="Amount"
          min={0}
          step={0.01}
          leftSection="₹"
          required
          data-autofocus
        />
        <Field form={form} name="description" label="Description" placeholder="Challan or reference number" />
      </Stack>
      <FormActions action={action} busy={create.isPending} onCancel={onClose} />
    </form>
  );
}
