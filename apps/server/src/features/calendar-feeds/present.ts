import type { CalendarFeed } from '@anupalan/contract/connections/calendar-feeds';
import type { FeedRow } from './queries.ts';

export function presentFeed({ id, kind, created_at, read_at, company_id, company_name }: FeedRow): CalendarFeed {
  return {
    _id: id,
    kind,
    companyId: company_id,
    companyName: company_name,
    createdAt: created_at.toISOString(),
    readAt: read_at?.toISOString() ?? null,
  };
}
