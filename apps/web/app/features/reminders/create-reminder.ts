import { createReminder, type NewReminder } from '@anupalan/contract/reminders';
import { request } from '../../lib/api.ts';
import { useItemChange } from '../compliance-items/change-cached-item.ts';

const FAILED = 'Failed to set reminder';

export function useCreateReminder(itemId: string) {
  return useItemChange({
    send: (body: NewReminder) =>
      request(createReminder, { params: { id: itemId }, body, fallback: FAILED, mismatch: FAILED }),
    done: 'Reminder set successfully',
  });
}
