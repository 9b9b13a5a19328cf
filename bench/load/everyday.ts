import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { Database } from '../../apps/server/src/platform/postgres/database.ts';
import { loadItems } from '../items.ts';
import { addViewer, recordMonths, signIn, type Viewer } from '../viewers.ts';
import type { Ask } from './open-loop.ts';

const ITEMS = 150;
const MONTHS = 8;

/** Viewers: so many that no one of them is kept waiting by calls of their own (R-api-19). */
const VIEWERS = 40;

export interface SignedIn extends Viewer {
  readonly headers: Record<string, string>;
}

/** Adds premium viewers of 150 items who recorded 1,200 status entries each, and signs them in. */
export async function seedViewers(database: Database): Promise<SignedIn[]> {
  await loadItems(database, ITEMS);
  const viewers: SignedIn[] = [];
  for (let n = 0; n < VIEWERS; n++) {
    const viewer = await addViewer(database);
    await recordMonths(database, viewer, MONTHS);
    viewers.push({ ...viewer, headers: headersOf(await signIn(database, viewer)) });
  }
  await database.pool.query('vacuum analyze');
  return viewers;
}

/** The headers of a browser's call. */
function headersOf(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'br', Accept: 'application/json' };
}

/**
 * What people do on a day, as requests in turn: of ten, three look at their list anew, four ask whether it is still
 * what they have, two open their profile, and one marks an item as done.
 */
export async function everyday(database: Database, viewers: readonly SignedIn[]): Promise<() => Ask> {
  const { rows } = await database.pool.query<{ id: string }>('select id from compliance_items order by id');
  const day = todayInIndia(Temporal.Now.instant()).toString();
  const tags = new Map<SignedIn, string>();
  let turn = 0;
  return () => {
    const viewer = viewers[Math.floor(turn / 10) % viewers.length];
    const item = rows[turn % rows.length]?.id;
    const kind = turn++ % 10;
    if (!viewer) throw new Error('Nobody is signed in');
    const { headers, userId } = viewer;
    const keepTag = (status: number, etag: string | undefined) => {
      if (status === 200 && etag !== undefined) tags.set(viewer, etag);
    };
    const list = { method: 'GET', path: '/api/compliance/data', answered: keepTag };
    if (kind < 3) return { ...list, headers };
    if (kind < 7) return { ...list, headers: { ...headers, 'If-None-Match': tags.get(viewer) ?? '' } };
    if (kind < 9) return { method: 'GET', path: '/api/users/profile', headers };
    const body = { userId, status: 'done', forDate: day, note: 'Filed on the portal' };
    return { method: 'PATCH', path: `/api/compliance/data/${item}/status`, headers, body };
  };
}
