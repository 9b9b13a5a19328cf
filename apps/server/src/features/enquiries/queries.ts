import type { EnquiryFilter } from '@anupalan/contract/fields/enquiry';
import type { BoundedPagination } from '@anupalan/contract/wire/primitives';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { COUNTED_AT_MOST, countFound, paginate } from '../../platform/postgres/pages.ts';

const PAGE = 20;

/**
 * A page of the enquiries that `all` selects and a filter lets through, newest first; pages end where the counting ends
 * (R-enquiries-12, R-enquiries-15).
 */
export async function readEnquiryPage<Table extends 'contact_messages' | 'job_postings', Row>(
  db: Db,
  all: SelectQueryBuilder<DB, Table, Row>,
  { page, status }: EnquiryFilter,
) {
  const wanted = all
    .$if(status === 'open', (query) => query.where(sql<SqlBool>`handled_at is null`))
    .$if(status === 'handled', (query) => query.where(sql<SqlBool>`handled_at is not null`));
  const offset = (page - 1) * PAGE;
  const [counted, rows] = await Promise.all([
    countFound(db, wanted.clearSelect().select(sql`created_at`.as('created_at'))),
    offset < COUNTED_AT_MOST
      ? wanted.orderBy(sql`created_at`, 'desc').orderBy(sql`id`, 'desc').limit(PAGE).offset(offset).execute()
      : [],
  ]);
  const pagination: BoundedPagination = paginate({ page, limit: PAGE }, counted);
  return { rows, pagination };
}

/**
 * The new `handled_at` of an enquiry: null when it is open, now when it is handled for the first time, as it was when
 * it is handled again.
 */
export function handledAt(handled: boolean) {
  return handled ? sql<Date>`coalesce(handled_at, now())` : null;
}
