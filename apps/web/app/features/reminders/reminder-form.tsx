import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { NewReminder } from '@anupalan/contract/reminders';
import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { showFaults } from '../../lib/show-faults.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { useUnsent } from '../../ui/unsent.ts';
import { useCreateReminder } from './create-reminder.ts';
import { fromLocalTime, toLocalTime } from './local-time.ts';

type Props = { item: ComplianceItem; action: string; onClose: () => void };

const resolve = schemaResolver(NewReminder, { sync: true });

/** Sets a reminder, in the time of the browser. */
export function ReminderForm({ item, action, onClose }: Props) {
  const create = useCreateReminder(item._id);
  const timeZone = Temporal.Now.timeZoneId();
  const earliest = toLocalTime(useMinute(), timeZone);
  const toPayload = ({ reminderDate }: { reminderDate: string }) => ({
    userId: item.userId,
    reminderDate: fromLocalTime(reminderDate, timeZone),
  });
  const form = useForm({
    name: 'reminder',
    initialValues: { reminderDate: '' },
    validate: (values) => resolve(toPayload(values)),
    transformValues: (values) => NewReminder.parse(toPayload(values)),
  });
  useUnsent(form.isDirty());
  const submit = form.onSubmit(
    (reminder) => create.mutate(reminder, { onSuccess: onClose, onError: (error) => showFaults(form, error) }),
    (faults) => focusFirstFault(form, faults),
  );

  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        {...form.getInputProps('reminderDate')}
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
