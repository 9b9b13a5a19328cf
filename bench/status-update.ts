import { startServer } from './bench-server.ts';
import type { BenchPostgres, Figure } from './figure.ts';
import { loadItems } from './items.ts';
import { compareUnderLoad } from './load.ts';
import { addViewer, recordMonths, signIn } from './viewers.ts';

/** Items: enough that the history of each, which every answer carries, stays no longer than a year of work makes it. */
const ITEMS = 2_000;
const MONTHS = 12;
const OTHER_WORKSPACES = 10;

/**
 * The floors: bare servers that write the same rows as durably, with a statement a row, and with as few statements as
 * possible.
 */
const FLOORS = {
  'a bare server that runs the same transaction, row by row': 'row-by-row',
  'a bare server that runs the same transaction as one statement': 'one-statement',
};

/** Measures PATCH /compliance/data/{id}/status by one premium viewer, on another item and month each time. */
export async function measureStatusUpdate(postgres: BenchPostgres): Promise<Figure[]> {
  await loadItems(postgres.database, ITEMS);
  const viewer = await addViewer(postgres.database);
  for (let n = 0; n < OTHER_WORKSPACES; n++) {
    await recordMonths(postgres.database, await addViewer(postgres.database), MONTHS);
  }
  const { rows } = await postgres.database.pool.query<{ id: string }>('select id from compliance_items');
  const pick = pickInTurn(rows.map(({ id }) => id));
  await postgres.database.pool.query('vacuum analyze');

  const env = { DATABASE_URL: postgres.databaseUrl };
  await using server = await startServer('../apps/server/src/main.ts', { ...env, LOG_LEVEL: 'warn' });
  const target = {
    name: 'PATCH /api/compliance/data/{id}/status',
    server,
    headers: { Authorization: `Bearer ${await signIn(postgres.database, viewer)}` },
    next: () => {
      const { item, day } = pick();
      const body = { userId: viewer.userId, status: 'done', forDate: day, note: 'Filed on the portal' };
      return { method: 'PATCH', path: `/api/compliance/data/${item}/status`, body };
    },
  };
  const figures: Figure[] = [];
  for (const [name, manner] of Object.entries(FLOORS)) {
    await using floor = await startServer('floor-write-server.ts', { ...env, FLOOR_MANNER: manner });
    const next = () => ({ method: 'PATCH', path: '/', body: { ...viewer, ...pick() } });
    figures.push(await compareUnderLoad(postgres, target, { name, server: floor, headers: {}, next }));
  }
  return figures;
}

/** Picks item after item, month after month, so that target and floor write new rows equally often. */
function pickInTurn(items: readonly string[]): () => { item: string; day: string } {
  const today = Temporal.Now.plainDateISO('UTC');
  const days = Array.from({ length: MONTHS }, (_, months) => today.subtract({ months }).toString());
  let turn = 0;
  return () => {
    const item = items[turn % items.length] ?? '';
    const day = days[Math.floor(turn / items.length) % days.length] ?? '';
    turn++;
    return { item, day };
  };
}
