import { ASSIGNED_AS, type News } from '@anupalan/contract/people/notifications';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import type { NewsRow } from './queries.ts';

/** What a colleague did, as the one reads it whom it concerns. */
export function presentNews(row: NewsRow, readerId: string): News {
  const { about } = row;
  const { itemId = row.item_id, actId, scope, count } = about ?? {};
  return {
    _id: `${row.kind}:${row.id}`,
    kind: row.kind,
    at: row.at.toISOString(),
    by: row.by_name,
    ...(row.title !== null && { title: row.title }),
    ...(itemId && { itemId }),
    ...(actId && { actId }),
    ...(row.day !== null && { day: toIsoMidnight(Temporal.PlainDate.from(row.day)) }),
    ...(row.status !== null && { status: row.status }),
    ...(row.note && { note: row.note }),
    ...(about && { as: ASSIGNED_AS.filter((role) => assignedAs(about, role) === readerId) }),
    ...(scope && { scope }),
    ...(count !== undefined && { count }),
  };
}

/** The person who was assigned, as the activity tells it: the checker is whom it is about. */
function assignedAs(about: NonNullable<NewsRow['about']>, role: (typeof ASSIGNED_AS)[number]): string | undefined {
  if (role === 'checker') return about.fields?.includes('checker') ? about.userId : undefined;
  return about[role];
}
