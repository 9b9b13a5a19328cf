import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import {
  CATALOGUE_STAMPS,
  type StampsRow,
  sessionVersions,
  toVersions,
  type Versions,
} from '../../identity/reading/session-versions.ts';
import { versionOf } from '../../platform/answers/stamps.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { Statement } from '../../platform/postgres/prepared-statement.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** The versions that were read with the session of a call. @throws where the call is public */
export function versionsOf({ versions }: Pick<FastifyRequest, 'versions'>): Versions {
  if (!versions) throw new Error('A public call has no versions');
  return versions;
}

/** The versions of a workspace that is not the caller's. */
export async function readVersions(pool: Pool, workspaceId: WorkspaceId): Promise<Versions> {
  const { rows } = await pool.query<StampsRow>({ ...VERSIONS, values: [workspaceId] });
  return toVersions(rows[0] ?? { workspace_stamps: '', catalogue_stamps: '' });
}

const VERSIONS: Statement = { name: 'versions', text: `select ${sessionVersions('$1')}` };

/** The catalogue's version as a transaction sees it. */
export async function readCatalogueVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ stamps: string }>`select ${sql.raw(CATALOGUE_STAMPS)} as stamps`.execute(db);
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
