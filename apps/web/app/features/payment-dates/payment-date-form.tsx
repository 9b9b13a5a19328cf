import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { NewPaymentDate } from '@anupalan/contract/payment-dates';
import { Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { showFaults } from '../../lib/show-faults.ts';
import { useToday } from '../../lib/use-today.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { FormDayInput } from '../../ui/form-day-input.tsx';
import { useUnsent } from '../../ui/unsent.ts';
import { useCreatePaymentDate } from './create-payment-date.ts';
import { parseAmount } from './parse-amount.ts';

type Props = { item: ComplianceItem; action: string; onClose: () => void };

const resolve = schemaResolver(NewPaymentDate, { sync: true });

/** Records a payment that was made. */
export function PaymentDateForm({ item, action, onClose }: Props) {
  const create = useCreatePaymentDate(item._id);
  const toPayload = ({ amount, ...values }: { date: string; amount: string; description: string }) => ({
    ...values,
    userId: item.userId,
    amount: parseAmount(amount),
  });
  const form = useForm({
    name: 'payment-date',
    initialValues: { date: useToday().toString(), amount: '', description: '' },
    validate: (values) => resolve(toPayload(values)),
    transformValues: (values) => NewPaymentDate.parse(toPayload(values)),
  });
  useUnsent(form.isDirty());
  const submit = form.onSubmit(
    (payment) => create.mutate(payment, { onSuccess: onClose, onError: (error) => showFaults(form, error) }),
    (faults) => focusFirstFault(form, faults),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormDayInput {...form.getInputProps('date')} label="Payment date" required />
        <TextInput
          {...form.getInputProps('amount')}
          type="number"
          label="Amount"
          min={0}
          step={0.01}
          leftSection="₹"
          required
          data-autofocus
        />
        <TextInput
          {...form.getInputProps('description')}
          label="Description"
          placeholder="Challan or reference number"
        />
      </Stack>
      <FormActions action={action} busy={create.isPending} onCancel={onClose} />
    </form>
  );
}
