import type { BoundedPagination, Pagination } from '@anupalan/contract/wire/primitives';
import { type Expression, sql } from 'kysely';
import type { Db } from './database.ts';

/** Long lists are counted this far: counting all of a million rows takes as long as hundreds of their pages. */
export const COUNTED_AT_MOST = 10_000;

interface Page {
  readonly page: number;
  readonly limit: number;
}

/** The pagination of an answer's page. */
export function pageOf({ page, limit }: Page, total: number): Pagination {
  return { page, limit, total, pages: Math.ceil(total / limit) };
}

/** The pagination of a list that {@link countFound} has counted. */
export function paginate(page: Page, counted: number): BoundedPagination {
  return { ...pageOf(page, Math.min(counted, COUNTED_AT_MOST)), ...(counted > COUNTED_AT_MOST && { more: true }) };
}

/**
 * The number of rows that a query finds, but at most {@link COUNTED_AT_MOST} + 1, which stands for every larger number.
 */
export async function countFound(db: Db, found: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (select from (${found}) found limit ${COUNTED_AT_MOST + 1}) counted`.execute(db);
  return rows[0]?.counted ?? 0;
}
