import { randomUUIDv7 } from 'node:crypto';
import { NOTE, RESOLVED_STATUSES, STATUSES } from '@anupalan/domain/statuses';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAct, addItem } from '../../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { addPerson, type Person } from '../../../../test/people.ts';
import { readAsText } from '../../../platform/postgres/prepared-statement.ts';
import { presentStatusEntries, type StatusRow } from '../present.ts';
import { EVERY_ITEM } from '../statements.ts';
import { keepNewest, PackedHistory, type PackedRow } from './present.ts';
import { PACKED } from './statements.ts';

let server: TestApp;
let owner: Person;
let items: string[];

beforeAll(async () => {
  server = await startTestApp();
  const { services } = server;
  owner = await addPerson(services, { role: 'premium' });
  const act_id = await addAct(services);
  items = [await addItem(services, { act_id }), await addItem(services, { act_id })];
});

afterAll(() => server.close());

const FIRST = Temporal.PlainDate.from('2026-01-01');

/** Now and then: few rows have such values, and most items none with them. */
const seldom = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 9 });
const id = fc.constant(null).map(() => randomUUIDv7());
const whose = fc.option(
  fc.constant(0).map(() => owner.userId),
  { freq: 4 },
);
const moment = fc.constantFrom(
  '2026-03-01 10:00:00+00',
  '2026-03-01 10:00:00.5+00',
  '2026-03-02 11:12:13.123456+00',
  '2026-12-31 23:59:59.999999+00',
);
const text = fc.oneof(
  fc.constantFrom(
    '',
    'a "quoted" \\ note,\nof two lines\t\u0001\u001d\u001e\u001f\u007f',
    'देय तिथि 🙂 \u2028',
    '["=",""]',
  ),
  // PostgreSQL keeps neither zeros nor halves of pairs.
  fc.string({ unit: 'binary', maxLength: 20 }).map((one) => one.replaceAll('\0', '')),
);

const said = fc
  .record({ _id: id, status: fc.constantFrom(...RESOLVED_STATUSES), note: text, updatedBy: id, createdAt: moment })
  .chain((waiting) =>
    fc.option(fc.record({ reason: text, returnedBy: id, returnedAt: moment })).map((back) => ({ ...waiting, ...back })),
  );
const lines = fc
  .array(fc.tuple(id, fc.record({ status: fc.constantFrom(...STATUSES) }), fc.option(said)), {
    minLength: 1,
    maxLength: 3,
  })
  .map((all) =>
    Object.fromEntries(all.map(([key, line, checking]) => [key, { ...line, ...(checking && { checking }) }])),
  );

const record = fc
  .record({
    status: fc.constantFrom(...STATUSES, NOTE),
    note: text,
    updated_by: whose,
    updated_at: moment,
    counterpart: seldom(id),
    no_evidence_reason: seldom(text),
    filing: seldom(fc.constantFrom({ number: 'TRRN 12', amount: 1_250.5 }, { nil: true }, {})),
    check: seldom(fc.record({ checked_by: id, checked_at: moment, check_note: text })),
  })
  .map(({ check, ...one }) => ({ ...one, ...check }));

const entry = fc.record({
  item: fc.constantFrom(0, 1),
  user_id: whose,
  current_status: fc.constantFrom(...STATUSES),
  created_at: moment,
  updated_at: moment,
  checking: seldom(said),
  lines: seldom(lines),
  records: fc.array(record, { maxLength: 4 }),
});

/** Has these entries recorded and no others, each of a day of its own, with the records of a day one after the other. */
async function recordAll(entries: readonly (typeof entry extends fc.Arbitrary<infer T> ? T : never)[]) {
  await server.owner.query('delete from status_entries where workspace_id = $1', [owner.workspaceId]);
  const rows = entries.map(({ item, records, ...more }, days) => {
    const key = { workspace_id: owner.workspaceId, compliance_item_id: items[item], day: `${FIRST.add({ days })}` };
    const ofDay = records.map((one, n) => ({ ...key, id: randomUUIDv7(), created_at: `2026-02-0${n + 1}`, ...one }));
    return { entry: { ...key, id: randomUUIDv7(), ...more }, records: ofDay };
  });
  const insert = async (table: string, all: readonly object[]) => {
    const columns = [...new Set(all.flatMap((row) => Object.keys(row)))].join();
    if (columns === '') return;
    await server.owner.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(all)],
    );
  };
  await insert(
    'status_entries',
    rows.map(({ entry }) => entry),
  );
  await insert(
    'status_records',
    rows.flatMap(({ records }) => records),
  );
}

test.each(['free', 'premium'] as const)(
  'to %s: what is packed is what the rows say, in their order and to the byte (R-statuses-8)',
  async (reader) => {
    const { pool } = server.services.database;
    const values = [owner.workspaceId, `${FIRST}`, '2026-12-31'];
    const recorded = fc.array(entry, { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(recorded, async (entries) => {
        await recordAll(entries);
        const rows = await readAsText<StatusRow>(pool, { text: EVERY_ITEM.every[reader] }, values);
        const expected = Map.groupBy(presentStatusEntries(rows), ({ complianceId }) => complianceId);
        const packed = await readAsText<PackedRow>(pool, { text: PACKED[reader] }, values);
        expect(new Set(packed.map((row) => row.compliance_item_id))).toEqual(new Set(expected.keys()));
        for (const row of packed) {
          const history = new PackedHistory(row.compliance_item_id, row, reader);
          const ofItem = expected.get(row.compliance_item_id) ?? [];
          const all = ofItem.flatMap((one) => one.history);
          const counts = [ofItem.length, all.length, all.reduce((sum, { note }) => sum + note.length, 0)];
          expect([history.length, history.records, history.countNotes()]).toEqual(counts);
          if (reader === 'free')
            for (const one of ofItem) one.history = keepNewest(one.history, (kept) => kept.takenBack === true);
          expect(history.write()).toBe(JSON.stringify(ofItem));
          expect(JSON.stringify(history.read())).toBe(history.write());
        }
      }),
      { numRuns: 30 },
    );
  },
);

test('what is packed is of the same plan for a company that the planner knows nothing of', async () => {
  const { rows } = await server.owner.query(
    `explain (format json) ${PACKED.premium}`
      .replaceAll('$1', `'${randomUUIDv7()}'`)
      .replaceAll('$2', `'2026-01-01'`)
      .replaceAll('$3', `'2026-12-31'`),
  );
  expect(JSON.stringify(rows)).not.toContain('Join');
  expect(JSON.stringify(rows)).not.toContain('Nested Loop');
});
