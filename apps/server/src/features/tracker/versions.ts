import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { BesideSession } from '../../identity/reading/session-statements.ts';
import { stampsOf, versionOf } from '../../platform/answers/stamps.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { Statement } from '../../platform/postgres/prepared-statement.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** The subject of the catalogue's version (migration 0024). */
const CATALOGUE = "'00000000-0000-0000-0000-000000000000'";

/** The stamps of the catalogue's version, as SQL; {@link versionOf} reads them. */
export const CATALOGUE_STAMPS = stampsOf(CATALOGUE);

/** The versions of what an answer is made of: another one after every change, and never an earlier one again. */
export interface Versions {
  /** Of what the caller's workspace has. */
  readonly workspace: string;
  /** Of what is set there: another one only when something of that was changed (migration 0059). */
  readonly settings: string;
  readonly catalogue: string;
}

/**
 * Both versions, read in the statement of the session: before anything that an answer is made of. So an answer may be
 * newer than the versions that it is kept under, when something changed meanwhile, and never older: who asks after the
 * change has other versions.
 */
export const VERSIONS_BESIDE_SESSION: BesideSession = {
  name: 'versions',
  columns: stampsBeside,
};

/** What {@link VERSIONS_BESIDE_SESSION} read. */
export function versionsOf({ besideSession }: Pick<FastifyRequest, 'besideSession'>): Versions {
  return toVersions(besideSession);
}

/** The versions for a workspace of which nothing was read with the session. */
export async function readVersions(pool: Pool, workspaceId: WorkspaceId): Promise<Versions> {
  const { rows } = await pool.query({ ...VERSIONS, values: [workspaceId] });
  return toVersions(rows[0]);
}

const VERSIONS: Statement = { name: 'versions', text: `select ${stampsBeside('$1')}` };

function toVersions(row: unknown): Versions {
  if (!hasStamps(row)) throw new Error('No versions were read with the session');
  return new VersionsRead(row);
}

/** Every call about the tracker makes one: most use no more than two of the versions. */
class VersionsRead implements Versions {
  readonly workspace: string;
  readonly catalogue: string;

  constructor({ workspace_stamps, catalogue_stamps }: StampsRow) {
    this.workspace = versionOf(workspace_stamps);
    this.catalogue = versionOf(catalogue_stamps);
  }

  get settings(): string {
    const stamps = this.workspace.split(',').filter((stamp) => stamp.startsWith('-'));
    return stamps.join();
  }
}

interface StampsRow {
  readonly workspace_stamps: string;
  readonly catalogue_stamps: string;
}

function hasStamps(row: unknown): row is StampsRow {
  if (typeof row !== 'object' || row === null) return false;
  if (!('workspace_stamps' in row && 'catalogue_stamps' in row)) return false;
  return typeof row.workspace_stamps === 'string' && typeof row.catalogue_stamps === 'string';
}

function stampsBeside(workspace: string): string {
  return `${stampsOf(workspace)} as workspace_stamps, ${CATALOGUE_STAMPS} as catalogue_stamps`;
}

/** The catalogue's version as a transaction sees it. */
export async function readCatalogueVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ stamps: string }>`select ${sql.raw(stampsOf(CATALOGUE))} as stamps`.execute(db);
  return versionOf(rows[0]?.stamps ?? '');
}

/** The version of what a company has set, as a transaction sees it. */
export async function readSettingsVersion(db: Db, workspaceId: WorkspaceId): Promise<string> {
  const { rows } = await sql<{ stamps: string }>`
    select array(select stamp from versions where subject_id = ${workspaceId} and slot < 0)::text as stamps`.execute(
    db,
  );
  return versionOf(rows[0]?.stamps ?? '');
}
