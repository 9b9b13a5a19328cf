import { performance } from 'node:perf_hooks';
import { inlineRow, makeWorkbook } from '../../apps/server/src/features/imports/reading/workbook.fixture.ts';
import type { Database } from '../../apps/server/src/platform/postgres/database.ts';
import { type BenchServer, startServer } from '../bench-server.ts';
import { type BenchPostgres, type Figure, measure, type Turn } from '../figure.ts';
import { loadItems } from '../items.ts';
import { addViewer, signIn, type Viewer } from '../viewers.ts';

/** Obligations: so many that the days of none get more than a company's history has. */
const ITEMS = 500;
const SIZES = [10_000, 100_000];

interface Imported {
  readonly dryRunMs: number;
  readonly importMs: number;
  /** Of the server and PostgreSQL. */
  readonly cpuMs: number;
}

interface Row {
  readonly item: string;
  readonly title: string;
  readonly day: string;
}

/** Measures how past statuses come in by a workbook, against the bare statements that write the same rows. */
export async function measureImports(postgres: BenchPostgres): Promise<Figure[]> {
  const { database } = postgres;
  await loadItems(database, ITEMS);
  await database.pool.query(`update compliance_items set title = title || ' ' || sr_no`);
  const { rows: items } = await database.pool.query<{ id: string; title: string }>(
    'select id, title from compliance_items order by sr_no',
  );
  await using server = await startServer('../apps/server/src/main.ts', {
    DATABASE_URL: postgres.databaseUrl,
    LOG_LEVEL: 'warn',
  });
  const figures: Figure[] = [];
  for (const size of SIZES) {
    const rows = makeRows(items, size);
    const workbook = makeRegister(rows);
    const target = await importBy(postgres, server, workbook);
    const floor = await insertBarely(postgres, rows);
    figures.push(describe(size, workbook.length, { target, floor }));
  }
  return figures;
}

function makeRows(items: readonly { id: string; title: string }[], size: number): Row[] {
  const first = Temporal.PlainDate.from('2000-01-15');
  return Array.from({ length: size }, (_, n) => {
    const item = items[n % items.length];
    if (!item) throw new Error('There are no items');
    return { item: item.id, title: item.title, day: `${first.add({ months: Math.floor(n / items.length) })}` };
  });
}

/** A day as a workbook numbers them. */
function serialOf(day: string): number {
  return Temporal.PlainDate.from('1899-12-30').until(day, { largestUnit: 'day' }).days;
}

function makeRegister(rows: readonly Row[]): Uint8Array<ArrayBuffer> {
  const heads = ['Obligation', 'Due date', 'Status', 'Note', 'Number', 'Filed on'];
  const text = (place: string, words: string) => `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`;
  const lines = rows.map(({ title, day }, n) => {
    const row = n + 2;
    const date = (column: string) => `<c r="${column}${row}" s="1"><v>${serialOf(day)}</v></c>`;
    const number = text(`E${row}`, `TRRN-${n}`);
    const plain = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const status = `${text(`C${row}`, 'Done')}${text(`D${row}`, 'As in the old register')}`;
    return `<row r="${row}">${text(`A${row}`, plain)}${date('B')}${status}${number}${date('F')}</row>`;
  });
  const sheet = { name: 'Register', rows: `${inlineRow(1, heads)}${lines.join('')}` };
  return new Uint8Array(makeWorkbook({ sheets: [sheet] }));
}

async function importBy(
  postgres: BenchPostgres,
  server: BenchServer,
  workbook: Uint8Array<ArrayBuffer>,
): Promise<Imported> {
  const token = await signIn(postgres.database, await addViewer(postgres.database));
  const dryRunMs = await send(server, { token, workbook, dryRun: true });
  const readCpuMs = async () => (await server.readCpuMs()) + postgres.readPostgresCpuMs();
  const before = await readCpuMs();
  const importMs = await send(server, { token, workbook, dryRun: false });
  return { dryRunMs, importMs, cpuMs: (await readCpuMs()) - before };
}

async function send(
  { port }: BenchServer,
  { token, workbook, dryRun }: { token: string; workbook: Uint8Array<ArrayBuffer>; dryRun: boolean },
): Promise<number> {
  const body = new FormData();
  body.append('dryRun', String(dryRun));
  body.append('file', new Blob([workbook]), 'register.xlsx');
  const began = performance.now();
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${port}/api/imports/statuses`, { method: 'POST', headers, body });
  const text = await response.text();
  if (!response.ok || JSON.parse(text).data.faultCount > 0) throw new Error(text.slice(0, 500));
  return performance.now() - began;
}

/** The same entries and records by two statements, with their triggers. */
async function insertBarely(postgres: BenchPostgres, rows: readonly Row[]): Promise<Imported> {
  const viewer = await addViewer(postgres.database);
  const cpu = postgres.readPostgresCpuMs();
  const began = performance.now();
  await insert(postgres.database, viewer, rows);
  const importMs = performance.now() - began;
  return { dryRunMs: importMs, importMs, cpuMs: postgres.readPostgresCpuMs() - cpu };
}

async function insert({ pool }: Database, { userId, workspaceId }: Viewer, rows: readonly Row[]): Promise<void> {
  const client = await pool.connect();
  const values = [workspaceId, rows.map(({ item }) => item), rows.map(({ day }) => day), userId];
  try {
    await client.query('begin');
    await client.query("set local statement_timeout = '10min'");
    await client.query(
      `insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status)
       select $1, item, day, gen_random_uuid(), $4, 'done' from unnest($2::uuid[], $3::date[]) as given (item, day)`,
      values,
    );
    await client.query(
      `insert into status_records (workspace_id, compliance_item_id, day, id, status, note, updated_by)
       select $1, item, day, gen_random_uuid(), 'done', 'As in the old register', $4
       from unnest($2::uuid[], $3::date[]) as given (item, day)`,
      values,
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}

function describe(size: number, bytes: number, turn: Turn<Imported>): Figure {
  const less = { more: false };
  const seconds = (name: string, read: (one: Imported) => number) =>
    measure(name, [turn], (one) => read(one) / 1_000, less);
  return {
    target: `an import of ${size.toLocaleString('en')} past statuses by a workbook of ${Math.round(bytes / 1_024)} KB`,
    floor: 'two statements that write the same rows',
    measures: [
      seconds('s of a dry run', ({ dryRunMs }) => dryRunMs),
      seconds('s until it is imported', ({ importMs }) => importMs),
      seconds('CPU s of the import', ({ cpuMs }) => cpuMs),
    ],
  };
}
