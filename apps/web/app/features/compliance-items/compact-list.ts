import { type ComplianceItem, listComplianceItems } from '@anupalan/contract/compliance-items';
import type { CompactItems } from '@anupalan/contract/fields/compact-items';
import { success } from '@anupalan/contract/wire/envelope';
import { z } from 'zod';
import type { Answer, Request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { isList } from '../../lib/guards.ts';
import { expandOnce, isPart } from './compact-parts.ts';

/**
 * The list in its compact shape (R-api-27). Its parts are checked for what the screens can't do without and not value
 * by value, as the schema would do it: of a thousand items that takes longer than drawing them.
 */
const listCompactItems = {
  ...listComplianceItems,
  // While instances are replaced one by one, those of the version before answer whole items.
  answers: { 200: z.union([success(z.array(z.custom<CompactItems>(isPart))), listComplianceItems.answers[200]]) },
};

type Query = Omit<NonNullable<Request<typeof listComplianceItems>['query']>, 'shape'>;

/** Query of the list, as the screens ask for it, or of the statuses of other days. */
export function listQuery(query: Query = {}) {
  return {
    ...callQuery(listCompactItems, { query: { ...query, shape: 'compact' } }, readItems),
    structuralSharing: keepSame,
  };
}

/**
 * The list before, where the new one has the same items: of parts that still hold they are. Those of a new part aren't
 * compared value by value, which would make all of them whole; what follows from a thousand items takes less.
 */
function keepSame(before: unknown, now: unknown): unknown {
  const isSame =
    isList(before) && isList(now) && before.length === now.length && before.every((one, n) => one === now[n]);
  return isSame ? before : now;
}

/** Items of an answer. @throws Error when it names what is in none of its tables. */
function readItems({ data }: Answer<typeof listCompactItems>): ComplianceItem[] {
  if (isWhole(data)) return data;
  const [part, ...more] = data;
  return part && more.length === 0 ? expandOnce(part) : data.flatMap(expandOnce);
}

function isWhole(data: (CompactItems | ComplianceItem)[]): data is ComplianceItem[] {
  return data.every((part) => '_id' in part);
}
