import type { EnquiryFilter } from '@anupalan/contract/fields/enquiry';
import type { Pagination } from '@anupalan/contract/wire/primitives';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { pageOf } from '../../platform/postgres/pages.ts';

const PAGE = 20;

/** A page of the enquiries that `all` selects and a filter lets through, newest first (R-enquiries-12). */
export async function readEnquiryPage<Table extends 'contact_messages' | 'job_postings', Row>(
  all: SelectQueryBuilder<DB, Table, Row>,
  { page, status }: EnquiryFilter,
) {
  const wanted = all
    .$if(status === 'open', (query) => query.where(sql<SqlBool>`handled_at is null`))
    .$if(status === 'handled', (query) => query.where(sql<SqlBool>`handled_at is not null`));
  const { total } = await wanted.clearSelect().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const rows = await wanted
    .orderBy(sql`created_at`, 'desc')
    .orderBy(sql`id`, 'desc')
    .limit(PAGE)
    .offset((page - 1) * PAGE)
    .execute();
  const pagination: Pagination = pageOf({ page, limit: PAGE }, total);
  return { rows, pagination };
}

/**
 * The new `handled_at` of an enquiry: null when it is open, now when it is handled for the first time, as it was when
 * it is handled again.
 */
export function handledAt(handled: boolean) {
  return handled ? sql<Date>`coalesce(handled_at, now())` : null;
}
