import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { Id, orNone } from '../wire/primitives.ts';

/**
 * Who a company that came as a file brought along, of those who recorded or checked what the caller sees: names without
 * an account here (R-company-files-8).
 */
const BroughtPeople = z.object({
  people: z.array(z.object({ _id: Id, name: z.string() })),
  /** Of an obligation that was asked about: who made which record, by the ids of people; the newest 5,000. */
  records: z.array(z.object({ record: Id, by: Id })),
});
export type BroughtPeople = z.infer<typeof BroughtPeople>;

export const listBroughtPeople = defineCall({
  id: 'listBroughtPeople',
  method: 'GET',
  path: '/imports/company/people',
  noun: 'company-files',
  summary:
    'The names, of those whom a company brought along as a file, of who recorded or checked what the caller sees',
  access: 'members.list',
  query: z.object({ item: orNone(z.uuid('Obligation must be an id')) }),
  answers: { 200: success(BroughtPeople) },
});
