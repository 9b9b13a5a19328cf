import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { sealRound } from '../../apps/server/src/features/activity/seal/commands-rounds.ts';
import { openFileStore } from '../../apps/server/src/platform/files/store/open-file-store.ts';
import { openDatabase, UNLIMITED } from '../../apps/server/src/platform/postgres/database.ts';
import { GENUINE } from '../../apps/server/test/forms.ts';
import { type BenchServer, startServer } from '../bench-server.ts';
import type { BenchPostgres, Figure, Measure } from '../figure.ts';
import { loadItems } from '../items.ts';
import { addViewer, signIn, type Viewer } from '../viewers.ts';

/** Due days of an obligation in the period. */
const MONTHS = 120;

/** The size of a file of evidence; 20 of them lie in the store, and each is at many occurrences. */
const FILE_BYTES = 5 * 1024 * 1024;
const FILES = 20;

const PERIOD = { from: '2016-12-01', to: '2026-11-30' };

const MB = 1024 * 1024;

/** How much is taken out. */
interface Size {
  /** Lines of the register, of which there are as many as fit into whole obligations. */
  readonly lines: number;
  /** GB of evidence. */
  readonly gigabytes: number;
}

/**
 * Measures what taking many lines out costs, in each format and as a pack with so many GB of evidence: lines a second
 * against those that a bare statement reads, and the most memory that the server takes for it, against 300 MB.
 */
export async function measurePacks(postgres: BenchPostgres, { lines, gigabytes }: Size): Promise<Figure[]> {
  const items = Math.ceil(lines / MONTHS);
  const count = items * MONTHS;
  const viewer = await seed(postgres, items, gigabytes);
  const token = await signIn(postgres.database, viewer);
  const bare = await readBarely(postgres, count);
  const figures: Figure[] = [];
  for (const format of ['xlsx', 'csv', 'pdf', 'zip'] as const) {
    await using server = await startServer('../apps/server/src/main.ts', {
      DATABASE_URL: postgres.databaseUrl,
      LOG_LEVEL: 'warn',
    });
    const idle = await server.readPeak();
    const seconds = await make(server, token, format);
    const more = ((await server.readPeak()) - idle) / MB;
    const measures: Measure[] = [
      { name: 'lines a second', target: count / seconds, floor: count / bare, ratio: bare / seconds },
      { name: 'MB more than idle', target: more, floor: 300, ratio: 300 / more },
    ];
    const what = format === 'zip' ? `a pack with ${gigabytes} GB of evidence` : `a register as ${format}`;
    console.error(`${what}: ${Math.round(seconds)} s, ${Math.round(more)} MB`);
    figures.push({
      target: `${what}, ${count} lines`,
      floor: 'a bare statement that reads its records; 300 MB',
      measures,
    });
  }
  return figures;
}

const SEEDED = ['status_entries', 'status_records', 'evidence'];

/** One company with everything done and sealed. Triggers rest meanwhile, as a hundred thousand announcements take long. */
export async function seed({ databaseUrl }: BenchPostgres, items: number, gigabytes: number): Promise<Viewer> {
  await using cleanUp = new AsyncDisposableStack();
  const database = openDatabase(databaseUrl, console.error, UNLIMITED);
  cleanUp.defer(() => database.close());
  await loadItems(database, items);
  const { pool } = database;
  await pool.query(
    `update compliance_items set frequency = 'monthly', due_date = '2016-12-15', exceptions = '[]', holiday_rule = null,
       created_at = '2016-01-01', state = '-', min_employees = 0, ended_reason = null`,
  );
  const viewer = await addViewer(database);
  const stored = await storeFiles(database);
  const client = await pool.connect();
  try {
    for (const table of SEEDED) await client.query(`alter table ${table} disable trigger user`);
    const of = [viewer.workspaceId, viewer.userId];
    await client.query(
      `with entries as (
         insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status, settled_at)
         select $1, item.id, '2016-12-15'::date + n * interval '1 month', uuidv7(), $2, 'done', now()
         from compliance_items item, generate_series(0, ${MONTHS - 1}) n returning *)
       insert into status_records (workspace_id, compliance_item_id, day, id, status, note, updated_by)
       select workspace_id, compliance_item_id, day, uuidv7(), 'done', 'Filed on the portal, acknowledgement kept', $2
       from entries`,
      of,
    );
    await client.query(
      `insert into evidence (workspace_id, id, subject_kind, subject_id, item_id, day, file_id, name, type, media_type,
         size, sha256, by, attached_at)
       select $1, uuidv7(), 'record', record.id, compliance_item_id, day, file.id, 'challan.pdf', 'pdf',
         'application/pdf', file.size, file.sha256, $2, now()
       from (select *, row_number() over (order by id) as n from status_records where workspace_id = $1
             order by id limit $3) record
         join files file on file.id = ($4::uuid[])[1 + n % ${FILES}]`,
      [...of, Math.round((gigabytes * 1024 * MB) / FILE_BYTES), stored],
    );
    for (const table of SEEDED) await client.query(`alter table ${table} enable trigger user`);
  } finally {
    client.release(true);
  }
  await pool.query({ text: 'vacuum analyze' });
  await sealRound(database.db);
  await pool.query({ text: 'vacuum analyze' });
  return viewer;
}

/** @returns the ids of some files, each of which is evidence of many occurrences */
async function storeFiles({ db }: BenchPostgres['database']): Promise<string[]> {
  const store = await openFileStore(db, { filesS3Url: undefined, clamdUrl: undefined });
  const stored: string[] = [];
  for (let n = 0; n < FILES; n++) {
    const about = { workspaceId: null, purpose: 'evidence', mediaType: 'application/pdf' } as const;
    const bytes = (async function* () {
      // A PDF may have anything behind its end.
      yield Buffer.concat([GENUINE.pdf, randomBytes(FILE_BYTES - GENUINE.pdf.length)]);
    })();
    stored.push((await store.write(bytes, { ...about, maxBytes: FILE_BYTES })).id);
  }
  await store.close();
  return stored;
}

async function readBarely({ database }: BenchPostgres, count: number): Promise<number> {
  const start = performance.now();
  const { rowCount } = await database.pool.query(
    'select * from status_records join status_entries using (workspace_id, compliance_item_id, day)',
  );
  if (rowCount !== count) throw new Error(`${rowCount} records were read`);
  return (performance.now() - start) / 1_000;
}

const Made = z.object({
  data: z.object({ _id: z.string(), state: z.string(), fault: z.string().nullable() }),
});

/** Has a file made by the job. @returns the seconds it took */
async function make(server: BenchServer, token: string, format: 'xlsx' | 'csv' | 'pdf' | 'zip'): Promise<number> {
  const call = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const asked = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetch(`http://127.0.0.1:${server.port}/api${path}`, asked);
    return answer.ok ? Made.parse(await answer.json()).data : null;
  };
  const start = performance.now();
  const query = new URLSearchParams({ ...PERIOD, format });
  const asked = await (format === 'zip' ? call('/packs', PERIOD) : call(`/exports/compliance?${query}`));
  if (!asked) throw new Error('It was refused');
  for (;;) {
    await pause(500);
    // A machine that is busy with other things may be too busy to answer.
    const made = await call(`${format === 'zip' ? '/packs' : '/exports/prepared'}/${asked._id}`);
    if (made?.state === 'ready') return (performance.now() - start) / 1_000;
    if (made?.state === 'failed') throw new Error(made.fault ?? 'It failed');
  }
}
