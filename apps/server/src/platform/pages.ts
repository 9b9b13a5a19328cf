import type { BoundedPagination } from '@anupalan/contract/primitives';

/** Long lists are counted this far: counting all of a million rows takes as long as hundreds of their pages. */
export const COUNTED_AT_MOST = 10_000;

/** Which part of a list an answer is. @param counted entries there are; one more than can be counted stands for any number. */
export function paginate({ page, limit }: { page: number; limit: number }, counted: number): BoundedPagination {
  const total = Math.min(counted, COUNTED_AT_MOST);
  return { page, limit, total, pages: Math.ceil(total / limit), ...(counted > COUNTED_AT_MOST && { more: true }) };
}
