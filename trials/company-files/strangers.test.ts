import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addOwnerThere,
  beginWithVictim,
  file,
  send,
  to,
  victim,
} from '../../apps/server/src/features/company-files/company-file-calls.fixture.ts';
import { addPerson } from '../../apps/server/test/people.ts';
import { chances } from '../digest-world.ts';
import { endEverything, printOthers, readEverything, runEverything } from './bear.ts';
import { walk } from './walk.ts';

/*
 * A company's file is a stranger's: whatever a random walk makes of an honest one is refused, or becomes a company that
 * bears everything, and reaches nothing but itself (R-company-files-7, R-company-files-11). `COMPANY_FILES` prolongs it,
 * `COMPANY_FILES_SEED` repeats it.
 */

const WALKS = Number(process.env.COMPANY_FILES ?? 6);
const SEED = Number(process.env.COMPANY_FILES_SEED ?? 20_261_128);

/** Milliseconds that nobody waits for a small file. */
const PATIENCE_MS = 30_000;

beginWithVictim();

let foreign: string[];

beforeAll(async () => {
  const { rows } = await to.owner.query<{ id: string }>(
    `select id from users union all select id from companies union all select id from acts
     union all select id from compliance_items union all select id from events union all select id from evidence`,
  );
  foreign = rows.map(({ id }) => id);
}, 120_000);

let taken = 0;
let refused = 0;

afterAll(() => process.stdout.write(`${taken} files were taken in, ${refused} refused\n`));

test(
  `${WALKS} walks over the tables of a file: refused, or borne by everything`,
  async () => {
    for (let number = 0; number < WALKS; number++) {
      const random = chances(SEED + number);
      const { bytes, steps } = walk(file, random, { ids: foreign });
      const said = `walk ${SEED + number}: ${steps.join('; ')}`;
      await takeWalk(bytes, random).catch((cause: unknown) => {
        throw new Error(said, { cause });
      });
    }
    expect(Math.min(taken, refused)).toBeGreaterThan(0);
  },
  WALKS * 120_000,
);

async function takeWalk(bytes: Uint8Array, random: () => number): Promise<void> {
  const person = random() < 0.5 ? await addOwnerThere() : await addPerson(to.services, { role: 'premium' });
  const before = await printOthers(to, [person.workspaceId]);
  const victims = await readVictim();
  const since = performance.now();
  const answer = await send(person, bytes);
  expect(performance.now() - since).toBeLessThan(PATIENCE_MS);
  expect([200, 400, 403, 409], answer.body).toContain(answer.statusCode);
  expect(await printOthers(to, [person.workspaceId])).toEqual(before);
  expect(await readVictim()).toEqual(victims);
  if (answer.statusCode !== 200) {
    refused += 1;
    return;
  }
  taken += 1;
  const company: string = answer.json().data.companyId;
  await readEverything(to, person, company, person.workspaceId);
  await runEverything(to, person, company);
  expect(await endEverything(to, person, random() < 0.5 ? 'account' : { company })).toEqual([]);
}

/** What another company's owner is answered, without what tells the time of the answer. */
async function readVictim(): Promise<unknown[]> {
  const paths = ['/compliance/data', '/acts', '/companies/profile', '/activity', '/establishments'];
  const headers = { 'x-company': victim.company };
  const answers = await Promise.all(
    paths.map((url) => to.call({ url: `/api${url}`, token: victim.owner.token, headers })),
  );
  return answers.map((answer) => answer.json());
}
