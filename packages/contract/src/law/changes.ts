import { EXTENSION_CHANGES, LAW_CHANGES, LAW_SUBJECTS, MAY_APPLY } from '@anupalan/domain/law/law-changes';
import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { Id, Instant, IsoDay, PageNumber, Pagination, pageSize, State } from '../wire/primitives.ts';

/**
 * What an edition of the catalogue or an administrator changed (R-law-11), for a company what it means for that company
 * (R-law-17); an extension, or its taking back (R-law-16).
 */
export const LawChange = z.object({
  _id: Id,
  /** When it was loaded, published or taken back. */
  at: Instant,
  /** Null of what an administrator changed, and of an extension. */
  edition: z.string().nullable(),
  change: z.enum([...LAW_CHANGES, MAY_APPLY, ...EXTENSION_CHANGES]),
  about: z.enum(LAW_SUBJECTS),
  /** The item, where it is about one that is there; its current one, where it went into another. */
  itemId: Id.nullable(),
  title: z.string(),
  state: State,
  /** The states of an extension that is for several; `state` is `-` then. */
  states: z.array(State).optional(),
  /** From which day on; null where that isn't known. */
  effectiveOn: IsoDay.nullable(),
  /** What it was and what it is, in words; empty where there was or is nothing. */
  was: z.string(),
  now: z.string(),
  source: z.string(),
});
export type LawChange = z.infer<typeof LawChange>;

export const listLawChanges = defineCall({
  id: 'listLawChanges',
  method: 'GET',
  path: '/law/changes',
  noun: 'law',
  summary: 'What changed for this company since it was made, the newest first',
  access: 'law.read',
  query: z.object({ page: PageNumber, limit: pageSize(50) }),
  answers: { 200: success(z.array(LawChange)).extend({ pagination: Pagination }) },
});

export const feedLawChanges = defineCall({
  id: 'feedLawChanges',
  method: 'GET',
  path: '/law/changes.atom',
  noun: 'law',
  summary: 'What changed for anybody, as an Atom feed of the newest 200',
  access: 'public',
  media: ['application/atom+xml'],
  answers: { 200: z.string() },
});
