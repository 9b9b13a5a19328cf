import { randomUUID } from 'node:crypto';
import { strFromU8, strToU8 } from 'fflate';
import { forge } from '../../apps/server/src/features/company-files/forged-file.fixture.ts';

/*
 * A random walk over the tables of a company's file: rows and columns are changed as somebody might who wants to break
 * what takes them in.
 */

type Row = Record<string, unknown>;
type Tables = Map<string, Row[]>;

/** What a walk may name: ids of others in the database, and of accounts. */
export interface Foreign {
  readonly ids: readonly string[];
}

/** A file that a walk of some steps made, and what the steps were. */
export function walk(base: Uint8Array, random: () => number, foreign: Foreign): { bytes: Uint8Array; steps: string[] } {
  const steps: string[] = [];
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[Math.floor(random() * from.length)];
    if (picked === undefined) throw new Error('Nothing to pick from');
    return picked;
  };
  const bytes = forge(base, (files, manifest) => {
    const tables: Tables = new Map();
    for (const path of Object.keys(files).filter((name) => /\.jsonl$/.test(name) && !name.startsWith('proof/'))) {
      const lines = strFromU8(files[path] ?? new Uint8Array()).split('\n');
      tables.set(
        path,
        lines.filter(Boolean).map((line): Row => JSON.parse(line)),
      );
    }
    const lies: Row = {};
    const count = Math.floor(random() * 3);
    for (let step = 0; step < count; step++) steps.push(takeStep({ tables, lies, manifest, random, pick, foreign }));
    for (const [path, rows] of tables) files[path] = strToU8(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    return lies;
  });
  return { bytes, steps };
}

interface Step {
  readonly tables: Tables;
  /** What the manifest says instead. */
  readonly lies: Row;
  readonly manifest: Row;
  readonly random: () => number;
  readonly pick: <T>(from: readonly T[]) => T;
  readonly foreign: Foreign;
}

function takeStep(step: Step): string {
  const { tables, pick, random } = step;
  const chance = random();
  if (chance < 0.06) return lie(step);
  const [path, rows] = pick([...tables].filter(([, { length }]) => length > 0));
  const at = Math.floor(random() * rows.length);
  const row = rows[at] ?? {};
  if (chance < 0.12) {
    rows.splice(at, 1);
    return `${path}: row ${at} dropped`;
  }
  if (chance < 0.18) {
    rows.push({ ...row, ...(random() < 0.7 && 'id' in row && { id: randomUUID() }) });
    return `${path}: row ${at} doubled`;
  }
  if (chance < 0.22) {
    const [other, others] = pick([...tables]);
    others.push({ ...row });
    return `${path}: row ${at} moved to ${other}`;
  }
  if (chance < 0.26) {
    for (let more = 0; more < 600; more++) rows.push({ ...row, ...('id' in row && { id: randomUUID() }) });
    return `${path}: row ${at} 600 times`;
  }
  const column = pick(Object.keys(row).concat(random() < 0.03 ? ['workspace_id', 'extra'] : []));
  const value = chance < 0.5 ? pickId(step, row[column]) : pickOdd(step, row[column]);
  row[column] = value;
  return `${path}: row ${at}: ${column} = ${String(JSON.stringify(value)).slice(0, 120)}`;
}

/** An id of something else of the file, of others, of nobody, in whatever spelling. */
function pickId({ tables, pick, random, foreign }: Step, now: unknown): unknown {
  const own = [...tables.values()].flatMap((rows) => rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])));
  const id = random() < 0.5 || foreign.ids.length === 0 ? pick(own) : pick(foreign.ids);
  const spelled = pick([
    id,
    id,
    id,
    id.replaceAll('-', ''),
    `{${id}}`,
    id.toUpperCase(),
    ` ${id}`,
    randomUUID(),
    '00000000-0000-0000-0000-000000000000',
  ]);
  if (Array.isArray(now)) return [spelled];
  if (typeof now === 'object' && now !== null)
    return pick([{ ...now, itemId: spelled, userId: spelled }, { [spelled]: now }]);
  return spelled;
}

const TEXTS: readonly string[] = [
  ...['', ' ', '-', '<b>1</b>', 'javascript:alert(1)', 'https://example.in/x', '=1+1', "'; drop table users; --"],
  ...['a\u0000b', 'a\nb', '\ud800', '\u202eabc', 'अनुपालन', '🙂'.repeat(50), 'a\u0001b\u001eb', '\u2028', '__proto__'],
  ...['x'.repeat(150), 'x'.repeat(200), 'x'.repeat(1_999), 'x'.repeat(100_000), 'W'.repeat(4_000_000)],
  ...['Atlantis', 'Goa', 'done', 'on-hold', 'NOTE', 'daily', 'once', 'never', 'premium', 'admin', 'owner', 'named'],
];
const DAYS: readonly string[] = [
  ...['infinity', '-infinity', '0044-03-15 BC', '12000-01-01', '2026-02-30', '1900-01-01', '2200-12-31', '2201-01-01'],
  ...['2026-11-15', '1999-12-31T23:59:59.999999+00:00', '2200-12-31T23:59:59+00:00', '12000-01-01T00:00:00+00:00'],
  ...['2026-11-15T00:00:00+05:30', '2026-11-15T08:30:00.123456+00:00', 'today', 'epoch', '1900-01-01T00:00:00Z'],
];
const NUMBERS: readonly unknown[] = [
  ...[0, -1, 1, 2, 366, 367, 63_900, 10_000_000, 10_000_001, 2_147_483_647, 2_147_483_648, 1e21, 0.5, -0.01],
  ...[Number.MAX_SAFE_INTEGER, '1', true, false, null],
];

function pickOdd({ pick, random }: Step, now: unknown): unknown {
  const others: readonly unknown[] = [null, true, {}, [], [[]], [null], deep(2_000), { $ne: null }];
  if (random() < 0.15) return pick([...others, ...NUMBERS, ...TEXTS, ...DAYS]);
  if (Array.isArray(now))
    return pick([[pick(NUMBERS)], [0, 366], [pick(TEXTS)], Array(21).fill(1), [], [...now, ...now]]);
  if (typeof now === 'number' || typeof now === 'boolean') return pick(NUMBERS);
  if (typeof now === 'string') return /^\d{4}-\d\d/.test(now) ? pick(DAYS) : pick([...TEXTS, ...DAYS]);
  if (typeof now !== 'object' || now === null) return pick([...NUMBERS, ...TEXTS, ...DAYS, ...others]);
  const key = pick([...Object.keys(now), 'extra']);
  return {
    ...now,
    [key]: pick([...TEXTS, ...DAYS, ...NUMBERS, ...others, { n: 1_200, unit: 'months', direction: 'after' }]),
  };
}

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

function lie({ lies, manifest, pick }: Step): string {
  const name = pick(['company', 'head', 'made', 'chain', 'columns', 'rows', 'missing', 'files', 'format', 'extra']);
  lies[name] = pick<unknown>([
    ...[null, 1, 'x'.repeat(300), [], {}, '12000-01-01T00:00:00Z', deep(3_000), manifest[name]],
    { id: randomUUID(), name: 'W'.repeat(200) },
    { id: randomUUID(), name: 'a\nb' },
  ]);
  return `manifest: ${name} = ${String(JSON.stringify(lies[name])).slice(0, 80)}`;
}
