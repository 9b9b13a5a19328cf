import { listNotifications } from '@anupalan/contract/people/notifications';
import { acknowledgeReminder, deleteReminder } from '@anupalan/contract/reminders';
import type { ReminderNotification } from '@anupalan/domain/notifications';
import { can } from '@anupalan/domain/permissions';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError, request, UNREADABLE } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';
import { useActor } from '../../lib/session/actor.ts';
import { useCompany } from '../../lib/session/company.ts';
import { useSession } from '../../lib/session/session.tsx';
import { readToken } from '../../lib/session/token.ts';
import { reloadContradicted, replaceCachedItem } from '../compliance-items/cached-items.ts';
import { describeNews, type NewsNotification } from './describe-news.ts';

const newsQuery = callQuery(listNotifications, {}, ({ data }) => data);

const NO_NEWS: readonly NewsNotification[] = [];

/** What colleagues did that concerns the viewer; who is alone in the company asks for nothing (R-notifications-10). */
export function useNews(): readonly NewsNotification[] {
  const company = useCompany();
  const isToldOf = can(useActor(), 'notifications.list') && company !== null && company.people > 1;
  const { data } = useQuery({ ...newsQuery, enabled: isToldOf });
  const name = company?.name ?? '';
  return useMemo(
    () => (isToldOf && data ? data.map((news) => describeNews(news, name)) : NO_NEWS),
    [isToldOf, data, name],
  );
}

/** Calls on a reminder, each with the message for a failure without the server's words (R-notifications-9). */
const CHANGES = {
  acknowledge: { call: acknowledgeReminder, failed: 'Failed to acknowledge notification' },
  delete: { call: deleteReminder, failed: 'Failed to delete notification' },
} as const;

export type ReminderChange = { kind: keyof typeof CHANGES; notification: ReminderNotification };

/**
 * Acknowledges or deletes the reminder of a notification; it fails with the bell's own messages (R-notifications-9).
 */
export function useChangeReminder() {
  const { user } = useSession();
  return useCall({
    send: ({ kind, notification: { itemId, reminderId } }: ReminderChange) => {
      if (!user) throw new Error('User not authenticated');
      if (readToken() === null) throw new Error('Authentication token not found');
      const { call, failed } = CHANGES[kind];
      return request(call, {
        params: { id: itemId, reminderId },
        body: { userId: user._id },
        failed: UNREADABLE,
      }).catch((error: unknown) => {
        throw isUnreachable(error) ? new ApiError(0, failed) : error;
      });
    },
    onDone: (client, { data }) => replaceCachedItem(client, data),
    describeFailure: inSilence,
    onFailure: reloadContradicted,
  });
}

function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}
