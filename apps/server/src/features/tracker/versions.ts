import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { BesideSession } from '../../identity/read-session.ts';
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
  columns: stampsBeside('m.workspace_id'),
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
  const { workspace_stamps, catalogue_stamps } = StampsRow.parse(row);
  const workspace = versionOf(workspace_stamps);
  const settings = workspace.split(',').filter((stamp) => stamp.startsWith('-'));
  return { workspace, settings: settings.join(), catalogue: versionOf(catalogue_stamps) };
}

const StampsRow = z.object({ workspace_stamps: z.string(), catalogue_stamps: z.string() });

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

/** The stamps of all slots of a subject in any order, as SQL: to sort or to sum them up costs as much as the session. */
export function stampsOf(subject: string): string {
  return `array(select stamp from versions where subject_id = ${subject})::text`;
}

/** The version that PostgreSQL's text of stamps stands for: the same in whatever order they were read. */
export function versionOf(stamps: string): string {
  return stamps.includes(',') ? stamps.slice(1, -1).split(',').toSorted().join() : stamps.slice(1, -1);
}
