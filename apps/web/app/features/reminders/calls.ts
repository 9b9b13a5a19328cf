import type { CustomReminder } from '@anupalan/contract/compliance-items';
import { acknowledgeReminder, createReminder, deleteReminder, type NewReminder } from '@anupalan/contract/reminders';
import { request } from '../../lib/api/api.ts';
import { useItemChange } from '../compliance-items/calls.ts';

export function useCreateReminder(itemId: string) {
  return useItemChange({
    send: (body: NewReminder) =>
      request(createReminder, { params: { id: itemId }, body, failed: 'Failed to set reminder' }),
    done: 'Reminder set successfully',
  });
}

export function useAcknowledgeReminder({ _id: reminderId, complianceId: id }: CustomReminder) {
  return useItemChange({
    send: (body: { userId: string }) =>
      request(acknowledgeReminder, { params: { id, reminderId }, body, failed: 'Failed to acknowledge reminder' }),
    done: 'Reminder acknowledged',
  });
}

export function useDeleteReminder({ _id: reminderId, complianceId: id }: CustomReminder) {
  return useItemChange({
    send: (body: { userId: string }) =>
      request(deleteReminder, { params: { id, reminderId }, body, failed: 'Failed to delete reminder' }),
    done: 'Reminder deleted successfully',
  });
}
