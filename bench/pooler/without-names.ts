import { todayInIndia } from '@anupalan/domain/calendar-day';
import { startServer } from '../bench-server.ts';
import type { BenchPostgres, Figure } from '../figure.ts';
import { loadItems } from '../items.ts';
import { compareUnderLoad } from '../load.ts';
import { addViewer, signIn } from '../viewers.ts';

const DAYS = 300;

/** What a pooler's sessions are set to, here those of the server's role. */
const SETTINGS = {
  timezone: 'UTC',
  datestyle: 'ISO',
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '30s',
};

/**
 * Measures what `DATABASE_DIRECT_URL` costs: statements without their names, which PostgreSQL parses and plans at each
 * call. Both servers work on the same PostgreSQL, without a pooler, so that the names are the only difference.
 */
export async function measureWithoutNames(postgres: BenchPostgres): Promise<Figure[]> {
  const { database, databaseUrl } = postgres;
  await loadItems(database, 150);
  const viewer = await addViewer(database);
  const { rows } = await database.pool.query<{ id: string }>('select id from compliance_items');
  for (const [name, value] of Object.entries(SETTINGS)) {
    await database.pool.query(`alter role current_user set ${name} = '${value}'`);
  }
  const env = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' };
  await using named = await startServer('../apps/server/src/main.ts', env);
  await using unnamed = await startServer('../apps/server/src/main.ts', {
    ...env,
    DATABASE_DIRECT_URL: databaseUrl,
    DATABASE_URL: `${databaseUrl}&application_name=pooled`,
  });
  const headers = { Authorization: `Bearer ${await signIn(database, viewer)}` };
  let turn = 0;
  const update = () => {
    turn += 1;
    const forDate = todayInIndia(Temporal.Now.instant()).subtract({ days: Math.floor(turn / rows.length) % DAYS });
    const body = { userId: viewer.userId, status: 'done', forDate: forDate.toString(), note: 'Filed on the portal' };
    return { method: 'PATCH', path: `/api/compliance/data/${rows[turn % rows.length]?.id}/status`, body };
  };
  const read = () => ({ method: 'GET', path: '/api/users/profile' });
  const figures: Figure[] = [];
  for (const [call, next] of Object.entries({ 'GET /api/users/profile': read, 'PATCH …/status': update })) {
    const name = `${call} with statements that have no names (DATABASE_DIRECT_URL)`;
    const floor = { name: 'the same with names', server: named, headers, next };
    figures.push(await compareUnderLoad(postgres, { name, server: unnamed, headers, next }, floor));
  }
  return figures;
}
