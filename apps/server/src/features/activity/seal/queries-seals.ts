import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import { MerkleTree } from './merkle-tree.ts';

/** A seal as it is kept; hashes are hexadecimal. */
export interface SealRow {
  readonly number: number;
  /** The canonical seal, as it was signed. */
  readonly body: string;
  readonly head: string;
  /** Base64. */
  readonly signature: string;
  readonly at: Date;
  readonly count: number;
}

const SEAL = sql`number, body, encode(head, 'hex') as head, translate(encode(signature, 'base64'), E'\n', '') as signature,
  at, count`;

/** The newest seal of a company, whose head stands for everything before it; null before there is one. */
export async function readNewestSeal(db: Db, workspaceId: WorkspaceId): Promise<SealRow | null> {
  const { rows } = await sql<SealRow>`
    select ${SEAL} from seals where workspace_id = ${workspaceId} order by number desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** A seal of a company by its number. */
export async function readSeal(db: Db, workspaceId: WorkspaceId, number: number): Promise<SealRow | null> {
  const { rows } = await sql<SealRow>`
    select ${SEAL} from seals where workspace_id = ${workspaceId} and number = ${number}`.execute(db);
  return rows[0] ?? null;
}

/** A page of the seals of a company, newest first; they are numbered from 1 to `total`. */
export function listNewestSeals(
  db: Db,
  workspaceId: WorkspaceId,
  { page, limit, total }: { page: number; limit: number; total: number },
): Promise<SealRow[]> {
  const until = total - (page - 1) * limit;
  return listSeals(db, workspaceId, { after: Math.max(0, until - limit), until, limit }).then((seals) =>
    seals.reverse(),
  );
}

/** Seals of a company in their order, after a number and up to another one. */
export async function listSeals(
  db: Db,
  workspaceId: WorkspaceId,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<SealRow[]> {
  const { rows } = await sql<SealRow>`
    select ${SEAL} from seals where workspace_id = ${workspaceId} and number > ${after} and number <= ${until}
    order by number limit ${limit}`.execute(db);
  return rows;
}

/** A seal of events that no round had found, which the nightly search for them sealed (R-activity-15). */
export interface LateSeal {
  /** The company, null for somebody without one. */
  readonly company: string | null;
  readonly seal: number;
  readonly count: number;
  readonly at: Date;
}

/** The newest seals of what no round had found, of all companies. */
export async function listLateSeals(db: Db, limit: number): Promise<LateSeal[]> {
  const { rows } = await sql<LateSeal>`
    select companies.id as company, seals.number as seal, seals.count, seals.at
    from seals left join companies on companies.workspace_id = seals.workspace_id
    where seals.found_late order by seals.at desc, seals.workspace_id, seals.number limit ${limit}`.execute(db);
  return rows;
}

/** The Merkle trees of seals of a company, by their numbers. */
export async function readTrees(
  db: Db,
  workspaceId: WorkspaceId,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, MerkleTree>> {
  const { rows } = await sql<{ seal: number; leaf: Buffer }>`
    select seal, leaf from sealed_events where workspace_id = ${workspaceId} and seal = any(${numbers}::int[])
    order by seal, position`.execute(db);
  const leaves = Map.groupBy(rows, ({ seal }) => seal);
  return new Map([...leaves].map(([seal, ofIt]) => [seal, new MerkleTree(ofIt.map(({ leaf }) => leaf))]));
}
