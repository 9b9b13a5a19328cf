import { startServer } from './bench-server.ts';
import type { Figure, Ground } from './figure.ts';
import { loadItems } from './items.ts';
import { compareUnderLoad } from './load.ts';
import { addViewer, recordMonths, signIn } from './viewers.ts';

/** Enough that an item's history, which every answer carries, stays what a year of work leaves. */
const ITEMS = 2_000;
const MONTHS = 12;
const OTHER_WORKSPACES = 10;

/** Bare servers that write the same rows as durably: with a statement a row, and with as few as it can be done with. */
const FLOORS = {
  'a bare server that runs the same transaction, row by row': 'row-by-row',
  'a bare server that runs the same transaction as one statement': 'one-statement',
};

/** PATCH /compliance/data/{id}/status by one premium viewer, on another item and month each time. */
export async function measureStatusUpdate(ground: Ground): Promise<Figure[]> {
  await loadItems(ground.database, ITEMS);
  const viewer = await addViewer(ground.database);
  for (let n = 0; n < OTHER_WORKSPACES; n++) {
    await recordMonths(ground.database, await addViewer(ground.database), MONTHS);
  }
  const { rows } = await ground.database.pool.query<{ id: string }>('select id from compliance_items');
  const pick = pickInTurn(rows.map(({ id }) => id));
  await ground.database.pool.query('vacuum analyze');

  const env = { DATABASE_URL: ground.databaseUrl };
  await using server = await startServer('../apps/server/src/main.ts', { ...env, LOG_LEVEL: 'warn' });
  const target = {
    name: 'PATCH /api/compliance/data/{id}/status',
    server,
    headers: { Authorization: `Bearer ${await signIn(ground.database, viewer)}` },
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
    figures.push(await compareUnderLoad(ground, target, { name, server: floor, headers: {}, next }));
  }
  return figures;
}

/** Item after item, month after month: both sides write rows that are new as often. */
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
