import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealRound } from '../apps/server/src/features/activity/seal/commands-rounds.ts';
import { takeOut } from '../apps/server/src/features/company-files/company-file-calls.fixture.ts';
import {
  addCatalogue,
  addRichCompany,
  type RichCompany,
} from '../apps/server/src/features/company-files/rich-company.fixture.ts';
import { makePack } from '../apps/server/src/features/packs/make-pack.fixture.ts';
import { prepareDatabase } from '../apps/server/src/prepare-database.ts';
import { formOf } from '../apps/server/test/forms.ts';
import { startTestApp, type TestApp } from '../apps/server/test/harness.ts';
import { addPerson } from '../apps/server/test/people.ts';
import { listCalls, nameCall } from './list-calls.ts';
import { type OldPostgres, startOldPostgres } from './oldest-postgres.ts';

const folder = process.env.OLDEST_POSTGRES;

/** Only by `npm run test:long`, as most machines have no second PostgreSQL. */
describe.runIf(folder)('on the oldest PostgreSQL that may be used', () => {
  let postgres: OldPostgres;
  let server: TestApp;
  let owner: pg.Pool;
  let rich: RichCompany;
  let file: Uint8Array;

  beforeAll(async () => {
    postgres = await startOldPostgres(folder ?? '');
    await prepareDatabase(postgres, pino({ level: 'silent' }));
    // What the trial prepares is of the catalogue, too; what prepares the database says so itself.
    owner = new pg.Pool({ connectionString: postgres.ownerUrl, options: '-c anupalan.changes=catalogue' });
    owner.on('error', () => {});
    server = { ...(await startTestApp({ reroute: async () => postgres.url })), owner };
    rich = await addRichCompany(server, await addCatalogue(server));
  }, 120_000);

  afterAll(async () => {
    await server?.close();
    await owner?.end();
    await postgres?.stop();
  });

  test('it is version 15', async () => {
    const { rows } = await owner.query(`select current_setting('server_version_num')::int / 10000 as major`);
    expect(rows).toEqual([{ major: 15 }]);
  });

  test('what is recorded is sealed', async () => {
    await sealRound(server.services.database.db);
    const { rows } = await owner.query('select sum(count)::int as sealed from seals');
    expect(rows[0].sealed).toBeGreaterThan(3);
  });

  test('a whole company leaves as a file', async () => {
    file = await takeOut(server, rich.owner, rich.company);
    expect(file.length).toBeGreaterThan(1_000);
  });

  test('and comes back in as another company', async () => {
    const person = await addPerson(server.services, { role: 'premium' });
    const { headers, ...form } = formOf({}, [{ field: 'file', name: 'company.zip', bytes: Buffer.from(file) }]);
    const answer = await server.call({
      ...{ ...form, url: '/api/imports/company', token: person.token },
      headers: { ...headers },
    });
    expect([answer.statusCode, answer.json().data?.faults], answer.body).toEqual([200, []]);
  });

  test('an inspection pack is made', async () => {
    const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
      server.call({
        ...{ method, url: `/api${url}`, token: rich.owner.token, headers: { 'x-company': rich.company } },
        ...(payload && { payload }),
      });
    const { register } = await makePack({ server, call });
    expect(register.length).toBeGreaterThan(0);
  });

  test('no call that reads fails', async () => {
    const failed: string[] = [];
    for (const call of (await listCalls()).filter(({ method }) => method === 'GET')) {
      const url = call.path.replaceAll(/:\w+/g, rich.company);
      // Live updates never end.
      if (url.includes('/live') || url.includes('/updates')) continue;
      const { statusCode } = await server.call({ method: 'GET', url, token: rich.owner.token, expect5xx: true });
      if (statusCode >= 500 && statusCode !== 503) failed.push(`${nameCall(call)}: ${statusCode}`);
    }
    expect(failed).toEqual([]);
  }, 120_000);
});
