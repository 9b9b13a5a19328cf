import type { CustomReminder } from '@anupalan/contract/compliance-items';
import { deleteReminder } from '@anupalan/contract/reminders';
import { request } from '../../lib/api.ts';
import { useItemChange } from '../compliance-items/change-cached-item.ts';

const FAILED = 'Failed to delete reminder';

export function useDeleteReminder({ _id, complianceId }: CustomReminder) {
  return useItemChange({
    send: (body: { userId: string }) =>
      request(deleteReminder, {
        params: { id: complianceId, reminderId: _id },
        body,
        fallback: FAILED,
        mismatch: FAILED,
      }),
    done: 'Reminder deleted successfully',
  });
}
