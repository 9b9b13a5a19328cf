import { createHash } from 'node:crypto';
import type { Session } from '../../../identity/sessions.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { canonicalJson, type JsonObject } from './canonical-json.ts';
import { compareRow } from './compare-row.ts';
import { presentSealed } from './present.ts';
import { readEvents } from './queries-events.ts';
import { findReasons } from './queries-reasons.ts';
import {
  type Chosen,
  contentsLeftOut,
  type Part,
  type ReachedInSeals,
  readSealedEvents,
  readWaitingEvents,
  type SealedRow,
  seesEverything,
} from './queries-sealed.ts';
import { listSeals, readNewestSeal, readTrees } from './queries-seals.ts';
import { readSealKey, type SealKey } from './seal-key.ts';

/** Rows that are read and written at once. */
const BATCH = 500;

/** A file of what is sealed of a company, as far as somebody may see it (R-activity-11, docs/topics/proof.md). */
export interface ActivityFile {
  readonly chain: string;
  /** The number of the newest seal in it, and its hash; null before there is one. */
  readonly seals: number | null;
  readonly head: string | null;
  /** Its lines, some at a time, each ended by a line feed. Nothing is held while whoever reads them waits. */
  readonly lines: AsyncIterable<string>;
}

/** Begins a file of the activity as it is at this moment; what is sealed while it is read isn't in it. */
export async function beginActivityFile(
  db: Db,
  session: Session,
  { now, ...chosen }: Chosen & { readonly now: Temporal.Instant },
): Promise<ActivityFile> {
  const key = await readSealKey(db);
  const newest = await readNewestSeal(db, session.workspaceId);
  const isWhole = !chosen.acts && !chosen.from && !chosen.to && !chosen.evidence && seesEverything(session);
  const begin = {
    ...{ type: 'anupalan.activity.2', chain: session.workspaceId, company: await readCompany(db, session) },
    ...{ made: now.toString(), complete: isWhole },
    key: { publicKey: key.publicKey, fingerprint: key.fingerprint },
  };
  const part = { session, chosen, until: newest?.number ?? 0 };
  return {
    chain: session.workspaceId,
    seals: newest?.number ?? null,
    head: newest?.head ?? null,
    lines: endWith(key, session.workspaceId, writeLines(db, part, begin)),
  };
}

async function readCompany(db: Db, { workspaceId }: Session): Promise<JsonObject | null> {
  const company = await db
    .selectFrom('companies')
    .select(['id', 'company_name as name'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return company ? { ...company } : null;
}

/** Lines before the last one, in pieces of many. */
async function* writeLines(db: Db, part: Part, begin: JsonObject): AsyncGenerator<readonly string[]> {
  const { session, until } = part;
  yield [JSON.stringify(begin)];
  for (let after = 0; after < until; ) {
    const seals = await listSeals(db, session.workspaceId, { after, until, limit: BATCH });
    yield seals.map(({ body, signature }) => `{"seal":${body},"signature":${JSON.stringify(signature)}}`);
    after = seals.at(-1)?.number ?? until;
  }
  for (let after: ReachedInSeals | null = { seal: 0, position: -1 }; after; ) {
    const { rows, last } = await readSealedEvents(db, part, { after, limit: BATCH });
    yield await writeEvents(db, part, rows);
    after = last;
  }
  // At last: whatever was changed while the file was written is named here.
  const { waiting, more } = await readWaitingEvents(db, part);
  yield waiting.map((event) => JSON.stringify({ waiting: event }));
  if (more) yield [JSON.stringify({ waiting: 'more' })];
}

/** The lines of sealed events, each with its path and with the contents as their rows have them now. */
async function writeEvents(db: Db, part: Part, rows: readonly SealedRow[]): Promise<string[]> {
  const { workspaceId } = part.session;
  const trees = await readTrees(db, workspaceId, [...new Set(rows.map(({ seal }) => seal))]);
  const keys = rows.map(({ source, event_id: id }) => ({ source, workspace_id: workspaceId, id }));
  const now = new Map((await readEvents(db, keys)).map((row) => [`${row.source} ${row.id}`, row]));
  const found = (row: SealedRow) => (row.within && now.get(`${row.source} ${row.event_id}`)) || null;
  const compared = rows.map((row) => compareRow(row, found(row)));
  const reasons = await findReasons(db, part, compared);
  const leftOut = contentsLeftOut(part.session);
  return compared.map((row) => {
    const path = trees.get(row.seal)?.pathOf(row.position) ?? [];
    return presentSealed(row, { path, leftOut, reasons });
  });
}

/** Adds the last line, which counts those before it and is signed, so that a file that was cut is known. */
async function* endWith(key: SealKey, chain: string, pieces: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let lines = 0;
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    const text = piece.map((line) => `${line}\n`).join('');
    hash.update(text);
    lines += piece.length;
    yield text;
  }
  const end = { type: 'anupalan.end.1', chain, lines, sha256: hash.digest('hex') };
  yield `{"end":${canonicalJson(end)},"signature":"${key.sign(end).toString('base64')}"}\n`;
}
