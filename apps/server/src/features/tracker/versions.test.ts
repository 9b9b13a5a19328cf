import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addAct, addField, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { join, type Person } from '../../../test/people.ts';
import { begin, rightAfter } from './in-between.fixture.ts';
import { addRecorder as addRecorderTo } from './recorder.fixture.ts';

const DAY = '2026-11-20';
const CATALOGUE = '00000000-0000-0000-0000-000000000000';

let server: TestApp;
let item: string;
let person: Person;
let other: Person;

beforeAll(async () => {
  server = await startTestApp({ now: () => Temporal.Instant.from(`${DAY}T09:00:00Z`) });
  const { services } = server;
  await server.owner.query(`insert into conditions (key, position, definition) values ('a', 1, '{}')`);
  const field = await addField(services, { name: 'Form', position: 1 });
  item = await addItem(services, { act_id: await addAct(services) }, { [field]: 'Form 5' });
});

beforeEach(async () => {
  person = await addRecorder();
  other = await addRecorder();
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => server.close());

const addRecorder = () => addRecorderTo(server, { item, day: DAY });

const ask = ({ token } = person) => server.call({ url: '/api/compliance/data', token });
const answered = async (whose = person) => (await ask(whose)).json().data[0];
const currentOf = async (whose = person) => (await answered(whose)).statusHistory[0]?.current;

async function versionOf(subject: string): Promise<string> {
  const { rows } = await server.owner.query(
    'select bit_xor(stamp)::text as version from versions where subject_id = $1',
    [subject],
  );
  return rows[0].version;
}

const setStatus = (status: string, by: Pick<pg.ClientBase, 'query'> | pg.Pool = server.owner) =>
  by.query('update status_entries set current_status = $1 where workspace_id = $2', [status, person.workspaceId]);

describe('every table that an answer is made of', () => {
  /** The tables of the database that are named in the statements of a first reading, without those of the session. */
  async function listRead(): Promise<string[]> {
    await server.owner.query('update compliance_items set title = title');
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    await ask();
    const texts = asked.mock.calls.map(([query]: readonly unknown[]) => JSON.stringify(query));
    asked.mockRestore();
    const { rows } = await server.owner.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const own = texts.filter((text) => !text.includes('s.token_hash = asked.digest'));
    return rows.map(({ name }) => name).filter((name) => own.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
  }

  const OF_CATALOGUE = ['compliance_fields', 'compliance_items', 'compliance_values', 'conditions', 'extensions'];

  /** Follows the entries, whose triggers alone write it; versions are what is read. */
  const WITHOUT = ['status_tallies', 'versions'];

  test('raises the version with whatever happens to its rows', async () => {
    const read = (await listRead()).filter((table) => !WITHOUT.includes(table));
    expect(read.length).toBeGreaterThan(10);
    const { rows } = await server.owner.query<{ table: string; does: number }>(`
      select tgrelid::regclass::text as table, bit_or(tgtype) as does
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where prosrc ~ 'raise_(settings_)?version\\(' and tgenabled = 'O' and tgqual is null
      group by 1`);
    const EVERYTHING = 4 + 8 + 16 + 32;
    for (const table of read) {
      const does = (rows.find((row) => row.table === table)?.does ?? 0) & EVERYTHING;
      // A workspace that has just been made was never read.
      expect([table, does]).toEqual([table, table === 'workspaces' ? EVERYTHING - 4 : EVERYTHING]);
    }
  });

  test('raises it in fact', async () => {
    for (const table of await listRead()) {
      if (WITHOUT.includes(table)) continue;
      const isOfAll = OF_CATALOGUE.includes(table);
      const subject = isOfAll ? CATALOGUE : person.workspaceId;
      const column = table === 'workspaces' ? 'id' : 'workspace_id';
      const others = await versionOf(other.workspaceId);
      const before = await versionOf(subject);
      const { rows } = await server.owner.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attnum = 1`,
        [table],
      );
      const change = `update ${table} set ${rows[0]?.name} = ${rows[0]?.name}`;
      const { rowCount } = isOfAll
        ? await server.owner.query(change)
        : await server.owner.query(`${change} where ${column} = $1`, [person.workspaceId]);
      expect([table, rowCount]).not.toEqual([table, 0]);
      expect([table, await versionOf(subject)]).not.toEqual([table, before]);
      if (!isOfAll) expect([table, await versionOf(other.workspaceId)]).toEqual([table, others]);
    }
  });

  test('so does a user whose role or status is another one, or who joins or leaves', async () => {
    for (const change of [`role = 'user'`, `status = 'suspended'`]) {
      const before = await versionOf(person.workspaceId);
      await server.owner.query(`update users set ${change} where id = $1`, [person.userId]);
      expect(await versionOf(person.workspaceId)).not.toBe(before);
    }
    const before = await versionOf(other.workspaceId);
    await join(server.services, person, other);
    const joined = await versionOf(other.workspaceId);
    await server.owner.query(`delete from memberships where workspace_id = $1 and role = 'manager'`, [
      other.workspaceId,
    ]);
    expect(new Set([before, joined, await versionOf(other.workspaceId)]).size).toBe(3);
  });
});

describe('a transaction', () => {
  test('stamps once, however many rows it changes, and each one anew', async () => {
    const stamped = async (statement: string) => {
      await using client = await begin(server);
      const count = async () => {
        const { rows } = await client.query(
          `select n_tup_upd::int + n_tup_ins::int as stamps from pg_stat_xact_user_tables where relname = 'versions'`,
        );
        return rows[0].stamps;
      };
      const before = await count();
      for (let n = 0; n < 2; n++) await client.query(statement, [person.workspaceId]);
      const stamps = (await count()) - before;
      await client.query('commit');
      return stamps;
    };
    const versions = new Set([await versionOf(person.workspaceId)]);
    for (let n = 0; n < 3; n++) {
      expect(await stamped('update payment_dates set amount_paise = 200 where workspace_id = $1')).toBe(1);
      versions.add(await versionOf(person.workspaceId));
    }
    expect(versions.size).toBe(4);
  });

  test('that takes a part back still stamps for the rest', async () => {
    const before = await versionOf(person.workspaceId);
    const client = await server.owner.connect();
    await client.query('begin');
    await client.query('savepoint part');
    await setStatus('not-done', client);
    await client.query('rollback to part');
    await setStatus('pending', client);
    await client.query('commit');
    client.release();
    expect(await versionOf(person.workspaceId)).not.toBe(before);
  });

  test.each([
    ['payment_dates', 'description'],
    ['establishments', 'name'],
  ])(
    'that changes %s waits for no other of the same workspaces, in whatever order they come to them',
    async (table, column) => {
      for (const { workspaceId } of [person, other]) {
        await server.owner.query(
          `insert into establishments (workspace_id, id, name, state, city, employee_count)
         values ($1, uuidv7(), 'Depot', 'Goa', '', 5)`,
          [workspaceId],
        );
      }
      await using one = await begin(server);
      await using two = await begin(server);
      const change = (client: pg.ClientBase, { workspaceId }: Person, nth: 'min' | 'max') =>
        client.query(
          `update ${table} set ${column} = 'Changed' where id = (
           select ${nth}(id::text)::uuid from ${table} where workspace_id = $1)`,
          [workspaceId],
        );
      const before = await Promise.all([versionOf(person.workspaceId), versionOf(other.workspaceId)]);
      await change(one, person, 'min');
      await change(two, other, 'min');
      await change(one, other, 'max');
      await change(two, person, 'max');
      await one.query('commit');
      const between = await Promise.all([versionOf(person.workspaceId), versionOf(other.workspaceId)]);
      await two.query('commit');
      const after = await Promise.all([versionOf(person.workspaceId), versionOf(other.workspaceId)]);
      for (const n of [0, 1]) expect(new Set([before[n], between[n], after[n]]).size).toBe(3);
    },
  );

  test('that deletes a workspace leaves no version behind, and waits for none', async () => {
    const { workspaceId } = person;
    await using stamping = await begin(server);
    await stamping.query('select raise_version($1)', [workspaceId]);
    const deleting = await server.owner.connect();
    await deleting.query(`set lock_timeout = '200ms'`);
    await deleting.query('delete from workspaces where id = $1', [workspaceId]);
    await deleting.query('reset lock_timeout');
    deleting.release();
    await server.owner.query('delete from workspaces where id = $1', [other.workspaceId]);
    expect(await versionOf(other.workspaceId)).toBeNull();
  });
});

describe('a change while an answer is made', () => {
  test('that is not committed yet is in no answer, and in the next one after', async () => {
    await using changing = await begin(server);
    await setStatus('not-done', changing);
    expect(await currentOf()).toBe('done');
    expect(await currentOf()).toBe('done');
    await changing.query('commit');
    expect(await currentOf()).toBe('not-done');
  });

  test('after the versions were read and before the data: the answer is newer than it says, and not asked for', async () => {
    rightAfter(server, 'versions', () => setStatus('not-done'));
    expect(await currentOf()).toBe('not-done');
    await setStatus('pending');
    expect(await currentOf()).toBe('pending');
  });

  test('after the data were read: the old answer is kept for those who read the old version alone', async () => {
    rightAfter(server, 'from (select * from status_entries', () => setStatus('not-done'));
    expect(await currentOf()).toBe('done');
    expect(await currentOf()).toBe('not-done');
  });

  test('between the data that are read side by side', async () => {
    rightAfter(server, 'from workspaces where id', async () => {
      await server.owner.query('update payment_dates set amount_paise = 4700 where workspace_id = $1', [
        person.workspaceId,
      ]);
      await setStatus('not-done');
    });
    await ask();
    const { statusHistory, paymentDates } = await answered();
    expect([statusHistory[0].current, paymentDates[0].amount]).toEqual(['not-done', 47]);
  });

  test('of the catalogue, while it is read: who asks after the change gets what was changed', async () => {
    const title = async () => (await answered()).title;
    await server.owner.query(`update compliance_items set title = 'Old'`);
    const holder = await server.owner.connect();
    await holder.query('begin');
    await holder.query('lock table compliance_values in access exclusive mode');
    const early = title();
    await vi.waitFor(async () => {
      // By another connection: within a transaction PostgreSQL repeats its first answer.
      const { rows } = await server.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '%from "compliance_values"%'`,
      );
      if (rows.length !== 1) throw new Error('The catalogue is not being read yet');
    });
    await holder.query(`update compliance_items set title = 'New'`);
    await holder.query('commit');
    holder.release();
    expect(await title()).toBe('New');
    expect(await early).toBe('Old');
    expect(await title()).toBe('New');
  });
});
