import { ComplianceItem } from '@anupalan/contract/compliance-items';
import { CompactItems } from '@anupalan/contract/fields/compact-items';
import { expandItems } from '@anupalan/contract/fields/expand-items';
import { MOVERS } from '@anupalan/domain/due-days/moved-days';
import { FREQUENCIES } from '@anupalan/domain/recurrence';
import { REGISTRATION_KINDS } from '@anupalan/domain/registrations/kinds';
import { ALL_STATES } from '@anupalan/domain/states';
import { NOTE, RESOLVED_STATUSES, STATUSES } from '@anupalan/domain/statuses';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyOf } from '../status-history/packed/item-history.ts';
import { CompactCatalogue } from './compact-catalogue.ts';
import { spliceItem, type ViewersPart, writeAsciiJson } from './present.ts';
import { writeCompactItems } from './present-compact.ts';

const VIEWER = '01a00000-0000-7000-8000-0000000000ff';

const FIELDS = ['01a00000-0000-7000-8000-00000000000a', '01a00000-0000-7000-8000-00000000000b'];

/** Few enough that items share them, and strange enough. */
const text = fc.constantFrom('', 'Challan', 'Ḻāndé ₹ 😀', '"quoted"\n', '0', '__proto__');
const id = fc.integer({ min: 0, max: 15 }).map((n) => `01a00000-0000-7000-8000-0000000000${16 + n}`);
const idOrNone = fc.option(id);
const instant = fc.constantFrom(
  '2026-11-21T09:00:00.123456Z',
  '2026-11-21T09:00:00.5Z',
  '2026-11-22T00:00:00Z',
  '2025-01-01T00:00:00.000Z',
);
const day = fc.constantFrom('2026-11-21', '2026-12-15', '2028-02-29').map((text) => `${text}T00:00:00.000Z`);
const name = fc.constantFrom('Asha Rao', 'Ravi');

const record = fc.record(
  {
    _id: id,
    status: fc.constantFrom(...STATUSES, NOTE),
    note: text,
    updatedAt: instant,
    updatedBy: idOrNone,
    updatedByName: name,
    checkedBy: id,
    checkedAt: instant,
    checkNote: text,
    checkedInstead: fc.constantFrom('away', 'own', 'changed', 'gone'),
    noEvidenceReason: text,
    registrationId: id,
    registrationNumber: text,
    takenBack: fc.constant(true as const),
    takesBack: id,
  },
  { requiredKeys: ['_id', 'status', 'note', 'updatedAt', 'updatedBy'] },
);

const waiting = fc.record({
  _id: id,
  status: fc.constantFrom(...RESOLVED_STATUSES),
  note: text,
  updatedBy: id,
  createdAt: instant,
});

const returned = fc
  .tuple(waiting, fc.record({ reason: text, returnedBy: id, returnedAt: instant }))
  .map(([record, answer]) => ({ ...record, ...answer }));

const line = fc.record(
  { registrationId: id, status: fc.constantFrom(...STATUSES), waiting: fc.option(waiting), returned },
  { requiredKeys: ['registrationId', 'status', 'waiting'] },
);

/** Few enough that items share them, and now and then nothing but the viewer. */
const assignment = fc.oneof(
  fc.constant({ responsible: VIEWER, deputy: null, checker: null }),
  fc.record({ responsible: idOrNone, deputy: idOrNone, checker: idOrNone }),
);

const entryFor = (complianceId: string) =>
  fc.record(
    {
      _id: id,
      complianceId: fc.constant(complianceId),
      userId: idOrNone,
      isOwn: fc.boolean(),
      userName: name,
      date: day,
      current: fc.constantFrom(...STATUSES),
      history: fc.array(record, { maxLength: 3 }),
      waiting: fc.option(waiting),
      returned,
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
      lastUpdated: instant,
      createdAt: instant,
      updatedAt: instant,
    },
    {
      requiredKeys: [
        '_id',
        'complianceId',
        'userId',
        'date',
        'current',
        'history',
        'waiting',
        'lastUpdated',
        'createdAt',
        'updatedAt',
      ],
    },
  );

const viewersPartFor = (complianceId: string): fc.Arbitrary<ViewersPart> =>
  fc.record(
    {
      trackedFrom: day,
      statusHistory: fc.array(entryFor(complianceId), { maxLength: 4 }).map(historyOf),
      statusHistoryTotal: fc.nat(),
      statusHistoryCut: fc.constantFrom('records', 'entries'),
      history: fc.constant([]),
      customReminders: fc.array(
        fc.record({
          _id: id,
          complianceId: fc.constant(complianceId),
          userId: idOrNone,
          reminderDate: instant,
          isAcknowledged: fc.boolean(),
          createdAt: instant,
          updatedAt: instant,
        }),
        { maxLength: 2 },
      ),
      paymentDates: fc.array(
        fc.record({ _id: id, date: day, amount: fc.constantFrom(0.5, 1234.56), description: text, userId: idOrNone }),
        { maxLength: 2 },
      ),
      submissionDates: fc.array(fc.record({ _id: id, date: day, description: text, userId: idOrNone }), {
        maxLength: 2,
      }),
      movedDays: fc.array(
        fc.record({
          day,
          legal: day,
          company: fc.option(day),
          by: fc.array(fc.record({ what: fc.constantFrom(...MOVERS), source: text }), { maxLength: 2 }),
        }),
        { maxLength: 2 },
      ),
      possibleExtensions: fc.array(fc.record({ _id: id, forDate: day, day, condition: text, source: text }), {
        maxLength: 1,
      }),
      assignment,
      userId: fc.constant(VIEWER),
    },
    {
      requiredKeys: [
        'trackedFrom',
        'statusHistory',
        'history',
        'customReminders',
        'paymentDates',
        'submissionDates',
        'movedDays',
        'possibleExtensions',
        'assignment',
        'userId',
      ],
    },
  );

const value = fc.record(
  { text, isLink: fc.boolean(), locked: fc.constant(true as const) },
  { requiredKeys: ['text', 'isLink'] },
);

const cataloguePart = fc.record(
  {
    _id: id,
    actId: id,
    srNo: fc.integer(),
    title: text,
    description: text,
    state: fc.constantFrom(ALL_STATES, 'Goa', 'Kerala'),
    minEmployees: fc.nat(20),
    maxEmployees: fc.nat(20),
    values: fc.tuple(value, value).map((values) => Object.fromEntries(values.map((one, n) => [FIELDS[n] ?? '', one]))),
    accessLevel: fc.constantFrom('free', 'premium'),
    dueDate: fc.record(
      {
        date: fc.option(day),
        frequency: fc.constantFrom(...FREQUENCIES),
        nextDueDate: fc.option(day),
        description: text,
        reminderDays: fc.array(fc.nat(366), { maxLength: 3 }),
        exceptions: fc.constant<{ of: string; on: string }[]>([{ of: '04-07', on: '04-30' }]),
      },
      { requiredKeys: ['date', 'frequency', 'nextDueDate', 'description', 'reminderDays'] },
    ),
    own: fc.constant(true as const),
    registrationId: id,
    registrationKind: fc.constantFrom(...REGISTRATION_KINDS),
    ended: text,
    provenance: fc.option(
      fc.record({ source: text, confidence: fc.constantFrom('high', 'medium', 'low'), notes: text, checkedOn: day }),
    ),
    createdBy: idOrNone,
    createdAt: instant,
    updatedAt: instant,
  },
  {
    requiredKeys: [
      ...(['_id', 'actId', 'srNo', 'title', 'description', 'state', 'minEmployees', 'maxEmployees'] as const),
      ...(['values', 'accessLevel', 'dueDate', 'provenance', 'createdBy', 'createdAt', 'updatedAt'] as const),
    ],
  },
);

const item = cataloguePart.chain((catalogue) =>
  viewersPartFor(catalogue._id).map((viewers) => ({ catalogue, viewers })),
);

/** The days that a viewer sees, of all their items. */
const period = fc.record({ from: fc.option(day), to: fc.option(day) }).filter(({ from, to }) => (from ?? to) !== null);

/** Items of one list: what a viewer sees, and a company's holidays, are each item's. */
function listOf(constraints: fc.ArrayConstraints) {
  const holidays = fc.option(fc.uniqueArray(day, { minLength: 1 }), { nil: undefined });
  return fc
    .tuple(fc.array(item, constraints), holidays, fc.option(period))
    .map(([items, days, seen]) => items.map((one) => ({ ...one, viewers: withShared(one.viewers, { seen, days }) })));
}

function withShared(
  { trackedFrom, assignment: assigned, userId, ...more }: ViewersPart,
  { seen, days }: { seen: ViewersPart['period'] | null; days: string[] | undefined },
): ViewersPart {
  const [period, holidays] = [seen ? { period: seen } : {}, days ? { holidays: days } : {}];
  return { trackedFrom, ...period, ...more, ...holidays, assignment: assigned, userId };
}

test('the compact shape holds every key of the full one, to the letter (R-api-27)', () => {
  fc.assert(
    fc.property(listOf({ maxLength: 6 }), fc.array(cataloguePart, { maxLength: 3 }), (items, others) => {
      const tables = new CompactCatalogue();
      // Items that this viewer does not see stand in the same tables.
      for (const other of others) tables.add(other);
      const joined = items.map(({ catalogue, viewers }) => ({ catalogue: tables.add(catalogue), viewers }));
      const compact = CompactItems.array().parse(JSON.parse(`[${writeCompactItems(tables, joined)}]`));
      const full = items.map(({ catalogue, viewers }) => spliceItem(writeAsciiJson(catalogue), viewers));
      expect(expandItems(compact)).toStrictEqual(JSON.parse(`[${full.join(',')}]`));
      ComplianceItem.array().parse(expandItems(compact));
    }),
    { numRuns: 300 },
  );
});

test('nothing empty is in it, and of the tables only what its items name', () => {
  fc.assert(
    fc.property(listOf({ minLength: 1, maxLength: 6 }), cataloguePart, (items, other) => {
      const tables = new CompactCatalogue();
      const joined = items.map(({ catalogue, viewers }) => ({ catalogue: tables.add(catalogue), viewers }));
      const before = writeCompactItems(tables, joined);
      tables.add({ ...other, title: 'Unseen', description: 'Unseen' });
      expect(writeCompactItems(tables, joined)).toBe(before);
      const isEmpty = (part: unknown) => part === null || (Array.isArray(part) && part.length === 0);
      const found: unknown[] = [];
      JSON.parse(before, (_, part) => {
        if (isEmpty(part)) found.push(part);
        return part;
      });
      expect(found).toEqual([]);
    }),
  );
});

test('a place that is in no table is an error and no item without its text', () => {
  const part: CompactItems = {
    userId: '01a00000-0000-7000-8000-0000000000ff',
    trackedFrom: '2026-11-21',
    items: [{ _id: FIELDS[0] ?? '', actId: 7, srNo: 1, title: 'A', dueDate: 0, createdAt: 0, updatedAt: 0 }],
    texts: { 0: '2026-11-21T09:00:00Z' },
    dueDates: { 0: { frequency: 'never' } },
  };
  expect(() => expandItems([part])).toThrow('A compact answer names what is in none of its tables');
});
