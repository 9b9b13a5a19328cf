import type { CustomReminder } from '@anupalan/contract/compliance-items';
import { acknowledgeReminder } from '@anupalan/contract/reminders';
import { request } from '../../lib/api.ts';
import { useItemChange } from '../compliance-items/change-cached-item.ts';

const FAILED = 'Failed to acknowledge reminder';

export function useAcknowledgeReminder({ _id, complianceId }: CustomReminder) {
  return useItemChange({
    send: (body: { userId: string }) =>
      request(acknowledgeReminder, {
        params: { id: complianceId, reminderId: _id },
        body,
        fallback: FAILED,
        mismatch: FAILED,
      }),
    done: 'Reminder acknowledged',
  });
}
