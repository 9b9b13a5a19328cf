import type { News } from '@anupalan/contract/people/notifications';
import { storedDay, toIsoMidnight } from '@anupalan/domain/calendar-day';
import type { NewsRow } from './queries.ts';

/** What a colleague did, as the one reads it whom it concerns. */
export function presentNews(row: NewsRow): News {
  const { about } = row;
  const { itemId = row.item_id, actId, scope, count } = about ?? {};
  return {
    _id: `${row.kind}:${row.id}`,
    kind: row.kind,
    at: row.at.toISOString(),
    by: row.by_name,
    ...(row.title !== null && { title: row.title }),
    ...(itemId && { itemId }),
    ...(row.event_id !== null && { eventId: row.event_id }),
    ...(actId && { actId }),
    ...(row.day !== null && { day: toIsoMidnight(storedDay(row.day)) }),
    ...(row.status !== null && { status: row.status }),
    ...(row.note && { note: row.note }),
    ...(row.registration_number !== null && { registrationNumber: row.registration_number }),
    ...(about && { as: [...about.as] }),
    ...(scope && { scope }),
    ...(count !== undefined && { count }),
  };
}
