import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { NewReminder } from '@anupalan/contract/reminders';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { useMinute } from '../../lib/time/clock.ts';
import { UnsentForms, useCounted } from '../../ui/dialogs/use-counted.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { useCreateReminder } from './calls.ts';
import { fromLocalTime, toLocalTime } from './local-time.ts';

type Props = { item: ComplianceItem; action: string; onClose: () => void };

/** Form that sets a reminder, in the browser's time (R-records-2). */
export function ReminderForm({ item, action, onClose }: Props) {
  const create = useCreateReminder(item._id);
  const timeZone = Temporal.Now.timeZoneId();
  const earliest = toLocalTime(useMinute(), timeZone);
  const form = useContractForm(NewReminder, {
    mode: 'controlled',
    name: 'reminder',
    initialValues: { reminderDate: '' },
    toPayload: ({ reminderDate }) => ({
      userId: item.userId,
      reminderDate: fromLocalTime(reminderDate, timeZone),
    }),
  });
  useCounted(UnsentForms, form.isDirty());
  const submit = form.onSubmit((reminder) =>
    create.mutate(reminder, { onSuccess: onClose, onError: form.showRefusal }),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Field
        form={form}
        name="reminderDate"
        type="datetime-local"
        label="Date and time"
        description="In your local time"
        min={earliest}
        required
        data-autofocus
      />
      <FormActions action={action} busy={create.isPending} onCancel={onClose} />
    </form>
  );
}
