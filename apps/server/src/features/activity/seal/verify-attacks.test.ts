import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Person } from '../../../../test/people.ts';
import { forge, linesOf, ProofWorld } from '../proof-world.fixture.ts';
import { canonicalJson, type JsonObject } from './canonical-json.ts';
import { hashLeaf } from './merkle-tree.ts';

/* What somebody builds who read `verify`, has no key, and hands over a head that is genuine. */

let proof: ProofWorld;
let owner: Person;
let lines: JsonObject[];
let head: string;

beforeAll(async () => {
  proof = await ProofWorld.start();
  owner = await proof.addCompany();
  lines = linesOf(await proof.fetch(owner));
  head = (await proof.world.dataOf(owner, '/activity/seals'))[0].head;
});

afterAll(() => proof.close());

const forged = (change: (text: string) => string) => forge(lines, change).file;

/** Changes the first line that begins so. */
const first = (begin: string, change: (text: string) => string) => {
  let isDone = false;
  return (text: string) => {
    if (isDone || !text.startsWith(begin)) return text;
    isDone = true;
    return change(text);
  };
};

const isEvent = (line: JsonObject) => line.event !== undefined;
const Event = z.object({ event: z.record(z.string(), z.json()) });
const Seal = z.object({ seal: z.record(z.string(), z.json()) });

const UNKNOWN = /line \d+ says nothing that is known/;

describe('lines', () => {
  test.each<[string, (text: string) => string, RegExp]>([
    ['a key twice', first('{"event"', (text) => `{"contents":{"status":"done"},${text.slice(1)}`), UNKNOWN],
    ['a key twice, written otherwise', first('{"event"', (text) => text.replace('"seal":', '"s\\u0065al":')), UNKNOWN],
    ['spaces', first('{"event"', (text) => text.replace('{"event"', '{ "event"')), UNKNOWN],
    [
      'a number as a text',
      first('{"seal"', (text) => text.replace(/"count":(\d+)/, '"count":"$1"')),
      /no seal as seals/,
    ],
    [
      'a seal of half an event',
      first('{"seal"', (text) => text.replace(/"count":\d+/, '"count":0.5')),
      /no seal as seals/,
    ],
    [
      'the number of a seal as a text',
      first('{"event"', (text) => text.replace(/"seal":(\d+)/, '"seal":"$1"')),
      /is said to be in seal 1, which is not there/,
    ],
    [
      'a place as a text',
      first('{"event"', (text) => text.replace(/"position":(\d+)/, '"position":"$1"')),
      /is not what was sealed as number 0 of seal 1/,
    ],
    [
      'a place that is none',
      first('{"event"', (text) => text.replace(/"position":\d+/, '"position":-1')),
      /is not what was sealed as number -1/,
    ],
    [
      'a path of anything',
      first('{"event"', (text) => text.replace(/"path":\[/, '"path":["../x",')),
      /no event as events/,
    ],
    [
      'a salt that has a part of the amount',
      (text) =>
        text.replace(/"salt":"(\w+)","value":1234\.5/, `"salt":"$1${Buffer.from('12').toString('hex')}","value":34.5`),
      /its amount is not what was sealed/,
    ],
    ['no path', first('{"event"', (text) => text.replace(/,"path":\[[^\]]*\]/, '')), /no event as events/],
    [
      'an id that looks the same',
      first('{"event"', (text) => text.replace(/"id":"(\w)/, (_, digit) => `"id":"${digit}\u200b`)),
      /is not what was sealed as number/,
    ],
    [
      'an event of a version that is not known',
      first('{"event"', (text) => text.replace('anupalan.event.3', 'anupalan.event.4')),
      /no event as events/,
    ],
    [
      'contents that were never sealed',
      first('{"event"', (text) => text.replace('"contents":{', '"contents":{"toString":{"value":1},')),
      /its toString was never sealed/,
    ],
    ['nothing that waits', first('{"seal"', (text) => `${text}\n{"waiting":7}`), UNKNOWN],
    ['a seal twice', first('{"seal"', (text) => `${text}\n${text}`), /seal 1 stands where seal 2 belongs/],
    [
      'what moved by itself',
      first('{"event"', (text) => text.replace(/}$/, ',"merged":{"day":"2026-01-01"}}')),
      /is said to be merged, as nothing can be/,
    ],
    [
      'what something else removed',
      (text) => text.replace(/^(\{"event":.*?"id":"([^"]+)".*"source":"status".*"removed":\{"note":")[^"]+/, '$1$2'),
      /status .*: its note is said to be removed by .*, which says nothing of it/,
    ],
    [
      'what removed itself',
      (text) => text.replace(/^(\{"event":.*?"id":"([^"]+)".*"source":"activity".*"removed":\{"note":")[^"]+/, '$1$2'),
      /activity .*: its note is said to be removed by .*, which was sealed before it/,
    ],
  ])('%s', async (_, change, fault) => {
    const { code, said } = await proof.judge(forged(change), 'activity.jsonl', { head });
    expect(said).toMatch(fault);
    expect(code).toBe(1);
  });

  test('seals in another order', async () => {
    const [begin = {}, one = {}, two = {}, ...rest] = lines;
    const { said } = await proof.judge(forge([begin, two, one, ...rest]).file, 'activity.jsonl', { head });
    expect(said).toMatch(/seal 2 stands where seal 1 belongs[\s\S]*seal 1 does not follow the seal before it/);
  });

  test('times that run backwards are told, and hide nothing that was put in late', async () => {
    const [begin = {}, ...rest] = lines.slice(0, 2);
    const at = '2026-01-05T00:00:00.000000Z';
    const event = { ...Event.parse(lines.find(isEvent)).event, id: 'put-in-later', at, content: {} };
    const former = Seal.parse(rest[0]).seal;
    const previous = createHash('sha256').update(Buffer.of(2)).update(canonicalJson(former)).digest('hex');
    const root = hashLeaf(canonicalJson(event)).toString('hex');
    const seal = { ...former, at, from: at, to: at, number: 2, previous, count: 1, root };
    const line = { event, seal: 2, position: 0, path: [], contents: {} };
    const made = forge([{ ...begin, complete: false, made: at }, ...rest, { seal, signature: '' }, line, {}]).file;
    const { said } = await proof.judge(made);
    expect(said).toMatch(/seals that say an earlier time than a seal before them: 1\n {2}seal 2 of 2026-01-05/);
    expect(said).toMatch(/sealed more than a day after their time.*: events 1\n {2}\w+ put-in-later/);
  });

  test('the chain of another company under the name of this one', async () => {
    const other = await proof.world.addOffice();
    await proof.world.record(other);
    await proof.seal();
    const [begin = {}] = lines;
    const [, ...theirs] = linesOf(await proof.fetch(other));
    const { code, said } = await proof.judge(forge([begin, ...theirs]).file);
    expect([code, said]).toEqual([1, expect.stringMatching(/seal 1 is of another company/)]);
  });

  test('a name that obeys the terminal says what it is, and ends no line', async () => {
    const [begin = {}, ...rest] = lines;
    const name = 'Rao\u001b[2J\r\nVerified: it is signed by the key that you gave\u202e';
    const { said } = await proof.verify(forge([{ ...begin, company: { id: null, name } }, ...rest]).file);
    expect(said).toContain(String.raw`Rao\u{1b}[2J\u{d}\u{a}Verified: it is signed by the key that you gave\u{202e}`);
    expect(said).not.toMatch(/^Verified/m);
  });

  test('a line without an end is not held', async () => {
    const { code, said } = await proof.judge(Buffer.alloc(17 * 1024 * 1024, 'x'));
    expect([code, said]).toEqual([2, expect.stringContaining('a line of it is too long')]);
  });
});
