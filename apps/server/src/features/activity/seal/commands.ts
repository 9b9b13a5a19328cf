import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import { forgetRemoved } from './commands-forget.ts';
import { type FormerSeal, makeSeal, type Seal, type SealedEvent, sealEvent } from './make-seal.ts';
import { type EventKey, readEvents } from './queries-events.ts';
import type { SealKey } from './seal-key.ts';

/** Events that are sealed in one transaction, and so at most in one seal. */
export const EVENTS_AT_ONCE = 1_024;

/**
 * Seals events, in the order of sealing, a seal for each company that they are of, in one transaction. Instances take
 * turns by the row of `sealing`, and what another one sealed meanwhile is left out: an event is sealed once.
 * @param picked {@link EVENTS_AT_ONCE} at most
 * @param foundLate whether no round had found them, which their seals say then
 * @returns how many are sealed by it
 */
export function sealBatch(
  db: Kysely<DB>,
  { key, foundLate = false }: { readonly key: SealKey; readonly foundLate?: boolean },
  picked: readonly EventKey[],
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`select from sealing for update`.execute(trx);
    const rows = await readEvents(trx, await leaveOutSealed(trx, picked));
    const chains = [...new Set(rows.map(({ workspace_id }) => workspace_id))];
    const { at, formers } = await readFormerSeals(trx, chains);
    for (const chain of chains) {
      const ofIt = rows.filter(({ workspace_id }) => workspace_id === chain);
      const events = ofIt.map((row) => ({ ...sealEvent(row), at: row.at }));
      const seal = makeSeal(key, events, { chain, former: formers.get(chain) ?? null, at });
      await keepSeal(trx, chain, { seal, events, at, foundLate });
      await forgetRemoved(trx, chain, ofIt);
    }
    return rows.length;
  });
}

async function leaveOutSealed(trx: Transaction<DB>, picked: readonly EventKey[]): Promise<EventKey[]> {
  const { rows } = await sql<EventKey>`
    select sealed.source, sealed.workspace_id, sealed.event_id as id
    from unnest(${picked.map((event) => event.workspace_id)}::uuid[], ${picked.map(({ source }) => source)}::text[],
        ${picked.map(({ id }) => id)}::uuid[]) as event (workspace_id, source, id)
      join sealed_events sealed on (sealed.workspace_id, sealed.source, sealed.event_id)
        = (event.workspace_id, event.source, event.id)`.execute(trx);
  const sealed = new Set(rows.map(({ source, id }) => `${source} ${id}`));
  return picked.filter(({ source, id }) => !sealed.has(`${source} ${id}`));
}

/** The newest seal of each company, by its workspace, and the moment, with microseconds. */
async function readFormerSeals(
  trx: Transaction<DB>,
  workspaceIds: readonly string[],
): Promise<{ at: string; formers: ReadonlyMap<string, FormerSeal> }> {
  const { rows } = await sql<{ at: string; workspace_id: string | null; number: number; head: string }>`
    select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, former.*
    from (select) nothing left join lateral (
      select newest.* from unnest(${workspaceIds}::uuid[]) as asked (workspace_id) cross join lateral (
        select workspace_id, number, encode(head, 'hex') as head from seals
        where seals.workspace_id = asked.workspace_id order by number desc limit 1) newest) former on true`.execute(
    trx,
  );
  const formers = rows.flatMap(({ workspace_id, number, head }) =>
    workspace_id === null ? [] : [[workspace_id, { number, head }] as const],
  );
  return { at: rows[0]?.at ?? '', formers: new Map(formers) };
}

async function keepSeal(
  trx: Transaction<DB>,
  workspaceId: string,
  { seal, events, at, foundLate }: { seal: Seal; events: readonly SealedEvent[]; at: string; foundLate: boolean },
): Promise<void> {
  await sql`
    insert into seals (workspace_id, number, body, head, signature, at, count, found_late)
    values (${workspaceId}, ${seal.number}, ${seal.body}, ${seal.head}, ${seal.signature}, ${at},
      ${events.length}, ${foundLate})`.execute(trx);
  await sql`
    insert into sealed_events (workspace_id, seal, position, source, event_id, body, leaf, salts)
    select ${workspaceId}, ${seal.number}, position - 1, source, event_id, body, decode(leaf, 'hex'), salts::jsonb
    from unnest(${events.map(({ source }) => source)}::text[], ${events.map(({ id }) => id)}::uuid[],
      ${events.map(({ body }) => body)}::text[], ${events.map(({ leaf }) => leaf.toString('hex'))}::text[],
      ${events.map(({ salts }) => JSON.stringify(salts))}::text[])
      with ordinality as event (source, event_id, body, leaf, salts, position)`.execute(trx);
}
