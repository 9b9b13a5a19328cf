import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/people.ts';
import { CATALOGUE_RULES } from './company-rules.ts';
import { SETTINGS } from './company-settings.ts';
import { begin, rightAfter } from './in-between.fixture.ts';
import { addRecorder } from './recorder.fixture.ts';
import { readSettingsVersion, readVersions } from './versions.ts';

const DAY = '2026-11-20';

let server: TestApp;
let item: string;
let act: string;
let person: Person;

beforeAll(async () => {
  server = await startTestApp({ now: () => Temporal.Instant.from(`${DAY}T09:00:00Z`) });
  act = await addAct(server.services);
  item = await addItem(server.services, { act_id: act });
});

beforeEach(async () => {
  person = await addRecorder(server, { item, day: DAY });
  await addItem(server.services, { act_id: act, workspace_id: person.workspaceId });
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => server.close());

/** The versions of the company's data, of its settings and of the catalogue. */
async function readAll() {
  const { db, pool } = server.services.database;
  const settings = await readSettingsVersion(db, person.workspaceId);
  return { ...(await readVersions(pool, person.workspaceId)), settings };
}

async function keyNow(): Promise<string> {
  const { settings, catalogue } = await readAll();
  return `${settings} ${catalogue}`;
}

const exclude = (until: string | null) =>
  server.owner.query('update exclusions set until = $1 where workspace_id = $2', [until, person.workspaceId]);

async function record(): Promise<number> {
  const url = `/api/compliance/data/${item}/status`;
  const payload = { userId: person.userId, status: 'done', forDate: DAY };
  return (await server.call({ method: 'PATCH', url, token: person.token, payload })).statusCode;
}

describe('what the rules of a company are read of', () => {
  /** The columns that a statement reads, as PostgreSQL knows them of a view. */
  async function listColumns(text: string): Promise<{ table: string; column: string }[]> {
    await using client = await begin(server);
    await client.query(
      `create temp view reading as ${text.replaceAll('$1', `'${person.workspaceId}'::uuid`).replaceAll('$2', 'null')}`,
    );
    const { rows } = await client.query(`
      select refobjid::regclass::text as table, attname as column
      from pg_depend join pg_rewrite rule on rule.oid = objid
        join pg_attribute on attrelid = refobjid and attnum = refobjsubid
      where classid = 'pg_rewrite'::regclass and refclassid = 'pg_class'::regclass and refobjsubid > 0
        and rule.ev_class = 'reading'::regclass and refobjid not in ('reading'::regclass, 'versions'::regclass)
      order by 1, 2`);
    return rows;
  }

  test.each([SETTINGS, CATALOGUE_RULES])('$name: each column changes a version', async ({ name, text }) => {
    const read = await listColumns(text);
    expect(new Set(read.map(({ table }) => table)).size).toBeGreaterThan(1);
    for (const { table, column } of read) {
      const before = await keyNow();
      const isOfAll = table === 'extensions' || name === CATALOGUE_RULES.name;
      const { rowCount } = isOfAll
        ? await server.owner.query(`update ${table} set ${column} = ${column}`)
        : await server.owner.query(`update ${table} set ${column} = ${column} where workspace_id = $1`, [
            person.workspaceId,
          ]);
      expect([table, rowCount]).not.toEqual([table, 0]);
      expect([table, column, await keyNow()]).not.toEqual([table, column, before]);
    }
  });

  test('so does each row that comes or goes, and whoever empties a table', async () => {
    const { rows } = await server.owner.query<{ table: string; does: number }>(`
      select tgrelid::regclass::text as table, bit_or(tgtype) as does
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where (prosrc ~ 'raise_settings_version\\(' or proname in ('announce_catalogue_change', 'announce_emptied_table'))
        and tgenabled = 'O' and tgqual is null
      group by 1`);
    const EVERYTHING = 4 + 8 + 16 + 32;
    for (const table of new Set((await listColumns(SETTINGS.text)).map(({ table }) => table))) {
      const does = rows.find((row) => row.table === table)?.does ?? 0;
      expect([table, does & EVERYTHING]).toEqual([table, EVERYTHING]);
    }
  });

  test('nothing that is recorded changes it', async () => {
    const before = await readAll();
    expect(await record()).toBe(200);
    for (const table of ['payment_dates', 'submission_dates', 'custom_reminders', 'holidays', 'registrations']) {
      await server.owner.query(`update ${table} set workspace_id = workspace_id where workspace_id = $1`, [
        person.workspaceId,
      ]);
    }
    const after = await readAll();
    expect(after.workspace).not.toBe(before.workspace);
    expect(after.settings).toBe(before.settings);
  });
});

describe('a change of the settings', () => {
  test('that is not committed yet decides nothing, and does so from its commit on', async () => {
    expect(await record()).toBe(200);
    await using changing = await begin(server);
    await changing.query('update exclusions set until = null where workspace_id = $1', [person.workspaceId]);
    expect(await record()).toBe(200);
    await changing.query('commit');
    expect(await record()).toBe(404);
  });

  test('after the session was read and before the settings: decides already', async () => {
    await exclude('2020-01-02');
    rightAfter(server, 'session-by-token', () => exclude(null));
    expect(await record()).toBe(404);
    await exclude('2020-01-01');
    expect(await record()).toBe(200);
  });

  test('after the settings were read: decides from the next call on', async () => {
    await exclude('2020-01-02');
    rightAfter(server, `"name":"${SETTINGS.name}"`, () => exclude(null));
    expect(await record()).toBe(200);
    expect(await record()).toBe(404);
  });

  test('in a transaction that records as well, in whatever order', async () => {
    for (const [n, until] of [null, '2020-01-01', null, '2020-01-01'].entries()) {
      await using client = await begin(server);
      const steps = [
        () => client.query('update exclusions set until = $1 where workspace_id = $2', [until, person.workspaceId]),
        () => client.query('update status_entries set lines = null where workspace_id = $1', [person.workspaceId]),
      ];
      for (const step of n < 2 ? steps : steps.toReversed()) await step();
      await client.query('commit');
      expect(await record()).toBe(until === null ? 404 : 200);
    }
  });
});
