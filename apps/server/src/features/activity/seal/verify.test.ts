import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addPerson, join, type Person } from '../../../../test/people.ts';
import { forge, linesOf, ProofWorld } from '../proof-world.fixture.ts';
import type { JsonObject } from './canonical-json.ts';

let proof: ProofWorld;
let owner: Person;
let file: string;
let head: string;
let fingerprint: string;

beforeAll(async () => {
  proof = await ProofWorld.start();
  owner = await proof.addCompany();
  file = await proof.fetch(owner);
  const { call, dataOf } = proof.world;
  head = (await dataOf(owner, '/activity/seals'))[0].head;
  const key = await call(owner, 'GET', '/proof/key');
  fingerprint = key.json().data.fingerprint;
  await writeFile(path.join(proof.folder, 'key.json'), key.body);
});

afterAll(() => proof.close());

const GOOD = 'everything until seal 4 of 4';
const ITSELF = 'It agrees with itself only';

describe('a file as it was made', () => {
  test('verifies, though notes were changed and deleted and somebody was erased since', async () => {
    const { code, said } = await proof.verify(file, ['--key', 'key.json', '--head', head]);
    expect(said).toContain(GOOD);
    expect(said).toContain('which are all');
    expect(said).toMatch(
      /removed or changed later, each by an event of its own: contents: \d+\n {2}.* of 2.*: its note, by activity /,
    );
    expect(code).toBe(0);
  });

  test('has every kind of row, and of a restricted event nothing but that there is one', () => {
    const sources = linesOf(file).flatMap((line) => /"source":"([a-z-]+)"/.exec(JSON.stringify(line))?.[1] ?? []);
    expect(new Set(sources)).toEqual(
      new Set(['activity', 'status', 'duty', 'payment', 'submission', 'evidence', 'evidence-removal']),
    );
    expect(sources.filter((source) => source === 'duty')).toHaveLength(1);
    expect(file).toContain('"events.restricted"');
    expect(file).not.toMatch(/Said in confidence|Kept secret|posh/);
  });

  test('has neither what notes said before, nor the salts by which it could be guessed', async () => {
    expect(file).toContain('Paid by transfer');
    expect(file).not.toMatch(/cheque|Rohit/);
    const { rows } = await proof.world.server.owner.query(
      `select salts, removed from sealed_events where workspace_id = $1 and removed <> '{}'`,
      [owner.workspaceId],
    );
    for (const { salts, removed } of rows)
      expect(Object.keys(salts)).not.toEqual(expect.arrayContaining(Object.keys(removed)));
    expect(rows.length).toBeGreaterThanOrEqual(5);
  });

  test.each([
    ['nothing', [], ITSELF],
    ['the fingerprint', ['--key', () => fingerprint], 'Verified by the key alone'],
    ['the head', ['--head', () => head], 'What came after it agrees with itself only'],
  ] as const)('with %s it says how much that is', async (_, args, words) => {
    const { code, said } = await proof.verify(
      file,
      args.map((arg) => (typeof arg === 'string' ? arg : arg())),
    );
    expect([code, said]).toEqual([0, expect.stringContaining(words)]);
  });

  test.each([
    ['another fingerprint', () => ['--key', '0'.repeat(64)], 'not by the key that you gave'],
    ['another head', () => ['--head', '0'.repeat(64)], 'none of its seals has the head'],
  ])('with %s it names that', async (_, args, words) => {
    const { code, said } = await proof.verify(file, args());
    expect([code, said]).toEqual([1, expect.stringContaining(words)]);
  });

  test('what is no such file cannot be verified', async () => {
    for (const contents of ['', 'hello\n', '{"data":[]}\n', 'PK nothing']) {
      expect(await proof.verify(contents)).toMatchObject({
        code: 2,
        said: expect.stringContaining('cannot be verified'),
      });
    }
    expect(await proof.run('nowhere.zip')).toMatchObject({ code: 2 });
    expect(await proof.run(path.join(proof.folder, 'activity.jsonl'), ['--head'])).toMatchObject({
      ...{ code: 2, said: expect.stringContaining('npm run verify') },
    });
  });
});

describe('what somebody does to a file is named', () => {
  const lines = () => file.trimEnd().split('\n');
  const changed = (change: (all: string[]) => string[]) => `${change(lines()).join('\n')}\n`;
  const isEvent = (line: string) => line.startsWith('{"event"');
  const firstEvent = () => lines().findIndex(isEvent);

  test.each([
    [
      'a content altered',
      (all: string[]) => all.map((line) => line.replace('"value":"done"', '"value":"not-done"')),
      /its status is not what was sealed/,
    ],
    [
      'an event altered',
      (all: string[]) => all.map((line) => line.replace('"source":"payment"', '"source":"duty"')),
      /is not what was sealed as number/,
    ],
    ['a line deleted', (all: string[]) => all.toSpliced(firstEvent(), 1), /seal 1 has \d+ events, and/],
    ['a line twice', (all: string[]) => all.toSpliced(firstEvent(), 0, all[firstEvent()] ?? ''), /is there twice/],
    [
      'lines in another order',
      (all: string[]) => all.toSpliced(firstEvent(), 2, all[firstEvent() + 1] ?? '', all[firstEvent()] ?? ''),
      /stands out of its order/,
    ],
    [
      'a seal deleted',
      (all: string[]) => all.toSpliced(2, 1),
      /seal 3 stands where seal 2 belongs[\s\S]*does not follow/,
    ],
    ['its end cut off', (all: string[]) => all.slice(0, -1), /it ends before its last line: it was cut/],
    ['something after its end', (all: string[]) => [...all, '{}'], /something stands after the last line/],
    ['nonsense', (all: string[]) => all.toSpliced(3, 0, 'nonsense'), /line 4 says nothing that is known/],
    [
      'any other byte',
      (all: string[]) => all.map((line) => line.replace('"complete":true', '"complete":false')),
      /it is not as it was written/,
    ],
  ])('%s', async (_, change, fault) => {
    const { code, said } = await proof.judge(changed(change));
    expect(said).toMatch(fault);
    expect(said).toContain('NOT as it was');
    expect(code).toBe(1);
  });

  test('cut at every tenth of it, it never passes', async () => {
    for (let part = 1; part < 10; part++) {
      const cut = file.slice(0, Math.floor((file.length * part) / 10));
      expect((await proof.judge(cut)).code, `cut at ${part} tenths`).not.toBe(0);
    }
  });

  test('all of it made anew by another key agrees with itself, and with neither key nor head', async () => {
    const { file: forged } = forge(linesOf(file));
    expect(await proof.verify(forged)).toMatchObject({ code: 0, said: expect.stringContaining(ITSELF) });
    const { code, said } = await proof.verify(forged, ['--key', fingerprint]);
    expect([code, said]).toEqual([1, expect.stringContaining('not by the key that you gave')]);
    // The seals are as they were, so the head knows them, and the contents by them.
    expect((await proof.verify(forged, ['--head', head])).code).toBe(0);
  });
});

/** The line of the sealed event that answers to a test, to be changed. */
const isOf = (source: string, content: string) => (line: JsonObject) => {
  const text = JSON.stringify(line);
  return text.startsWith(`{"event":`) && text.includes(`"source":"${source}"`) && text.includes(content);
};

describe('made anew by another key, with the head alone', () => {
  const made = (source: string, content: string, change: (line: JsonObject) => JsonObject) => {
    const is = isOf(source, content);
    return linesOf(file).map((line) => (is(line) ? change(line) : line));
  };
  const DONE = '"value":"done"';
  const contentsOf = (line: JsonObject) => z.record(z.string(), z.unknown()).parse(line.contents);

  test.each<[string, () => JsonObject[], RegExp]>([
    [
      'a status that is said to be left out, too',
      () =>
        made('status', DONE, (line) => ({
          ...JSON.parse(JSON.stringify(line).replace(DONE, '"value":"not-done"')),
          left: { status: 'plan' },
        })),
      /its status is said to be more than one of[\s\S]*its status is not what was sealed/,
    ],
    [
      'a status left out as no plan leaves it out',
      () =>
        made('status', DONE, (line) => {
          const { status: _, ...contents } = contentsOf(line);
          return JSON.parse(JSON.stringify({ ...line, contents, left: { status: 'plan' } }));
        }),
      /its status is left out for a reason that it cannot have/,
    ],
    [
      'evidence whose bytes are others',
      () =>
        made('evidence', '"challan.pdf"', (line) => {
          const text = JSON.stringify(line).replace(/("sha256":\{"salt":"\w+","value":")\w+/, `$1${'0'.repeat(64)}`);
          return { ...JSON.parse(text), left: { sha256: 'obligation' } };
        }),
      /its sha256 is said to be more than one of[\s\S]*its sha256 is not what was sealed/,
    ],
  ])('%s', async (_, lines, fault) => {
    const { code, said } = await proof.verify(forge(lines()).file, ['--head', head]);
    expect(said).toMatch(fault);
    expect(code).toBe(1);
  });

  test('events dropped from what is said to be a part: only those that are there are vouched for', async () => {
    const [begin = {}, ...lines] = linesOf(file);
    const at = lines.findIndex(isOf('status', DONE));
    const part = [{ ...begin, complete: false }, ...lines.toSpliced(at, 1)];
    const { said } = await proof.verify(forge(part).file, ['--head', head]);
    expect(said).not.toContain('everything until');
    expect(said).toMatch(
      /each of the \d+ events here until seal 4 of 4 .*; of those sealed until then, 1 of \d+ are not in this file/,
    );
  });

  test('what is not sealed, and is no news, is named', async () => {
    const lines = linesOf(file);
    const waiting = { source: 'status', id: 'put-in-later', at: '2026-01-01T00:00:00.000000Z' };
    const { said } = await proof.verify(forge(lines.toSpliced(-1, 0, { waiting })).file, ['--head', head]);
    expect(said).toMatch(/NOT SEALED, though from long before.*: 1\n {2}status put-in-later of 2026-01-01/);
    expect(said).toContain('Compared with no seal: events that are not sealed (1).');
  });
});

test('a viewer’s file has what they see, and says that it is not everything', async () => {
  const viewer = await addPerson(proof.world.server.services);
  await join(proof.world.server.services, viewer, owner, {
    role: 'viewer',
    from_day: '2026-11-01',
    to_day: '2026-11-14',
  });
  const part = await proof.fetch(viewer, '', { 'x-company': await proof.companyId(owner) });
  const { code, said } = await proof.verify(part, ['--key', fingerprint, '--head', head]);
  expect([code, said]).toEqual([0, expect.stringMatching(/Events +\d of the \d+ that were sealed\n/)]);
  expect(said).toMatch(/each of the \d events here until seal 4 of 4 .* are not in this file/);
  const byKey = await proof.verify(part, ['--key', fingerprint]);
  expect(byKey.said).toMatch(/all of it is signed by it, with \d of the \d+ events that were sealed/);
  expect(part).toContain('"source":"payment"');
  expect(part).not.toContain('2026-11-15');
});

test('a free company’s file has no notes, and verifies', async () => {
  await proof.world.server.owner.query(`update users set role = 'user' where id = $1`, [owner.userId]);
  const free = await proof.fetch(owner);
  await proof.world.server.owner.query(`update users set role = 'premium' where id = $1`, [owner.userId]);
  expect(free).not.toMatch(/Paid by|Filed by hand|Told the office/);
  const { code, said } = await proof.verify(free, ['--key', fingerprint, '--head', head]);
  expect([code, said]).toEqual([0, expect.stringContaining('not shown, as the plan of the company has no notes')]);
});
