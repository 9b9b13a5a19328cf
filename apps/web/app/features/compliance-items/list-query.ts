import { type ComplianceItem, listComplianceItems } from '@anupalan/contract/compliance-items';
import { success } from '@anupalan/contract/wire/envelope';
import { z } from 'zod';
import type { Request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { isItem } from './is-item.ts';

/**
 * The list, checked for what the screens can't do without. The schema checks it value by value, which takes longer for a
 * thousand items than drawing them.
 */
const listItems = {
  ...listComplianceItems,
  answers: { 200: success(z.array(z.custom<ComplianceItem>(isItem))) },
};

type Query = NonNullable<Request<typeof listComplianceItems>['query']>;

/** Query of the list, as the screens ask for it, or of the statuses of other days. */
export function listQuery(query: Query = {}) {
  return callQuery(listItems, { query }, ({ data }) => data);
}
