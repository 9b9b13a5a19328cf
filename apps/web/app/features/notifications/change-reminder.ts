import { acknowledgeReminder, deleteReminder } from '@anupalan/contract/reminders';
import type { ReminderNotification } from '@anupalan/domain/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, request } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { readToken } from '../../lib/token.ts';
import { reloadContradicted, replaceCachedItem } from '../compliance-items/change-cached-item.ts';

const UNREADABLE = 'Server returned an invalid response';

/** What can be done about a reminder that speaks, and what to say without a word of the server. */
const CHANGES = {
  acknowledge: { call: acknowledgeReminder, failed: 'Failed to acknowledge notification' },
  delete: { call: deleteReminder, failed: 'Failed to delete notification' },
} as const;

export type ReminderChange = { kind: keyof typeof CHANGES; notification: ReminderNotification };

/** Acknowledges or deletes the reminder of a notification. Fails with the bell's own messages (specification 1, section 8). */
export function useChangeReminder() {
  const client = useQueryClient();
  const { user } = useSession();
  return useMutation({
    mutationFn: ({ kind, notification: { itemId, reminderId } }: ReminderChange) => {
      if (!user) throw new Error('User not authenticated');
      if (readToken() === null) throw new Error('Authentication token not found');
      const { call, failed } = CHANGES[kind];
      return request(call, {
        params: { id: itemId, reminderId },
        body: { userId: user._id },
        fallback: UNREADABLE,
        mismatch: UNREADABLE,
      }).catch((error: unknown) => {
        throw isUnreachable(error) ? new ApiError(0, failed) : error;
      });
    },
    onSuccess: ({ data }) => replaceCachedItem(client, data),
    onError: (error) => reloadContradicted(client, error),
  });
}

function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}
