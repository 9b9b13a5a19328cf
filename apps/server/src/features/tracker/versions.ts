import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { BesideSession } from '../../identity/read-session.ts';
import type { Db } from '../../platform/postgres/database.ts';

/** The subject of the catalogue's version (migration 0024). */
const CATALOGUE = "'00000000-0000-0000-0000-000000000000'";

/** The versions of what an answer is made of: another one after every change, and never an earlier one again. */
export interface Versions {
  /** Of what the caller's workspace has. */
  readonly workspace: string;
  readonly catalogue: string;
}

/**
 * Both versions, read in the statement of the session: before anything that an answer is made of. So an answer may be
 * newer than the versions that it is kept under, when something changed meanwhile, and never older: who asks after the
 * change has other versions.
 */
export const VERSIONS_BESIDE_SESSION: BesideSession = {
  name: 'versions',
  json: `json_build_object('workspace', ${versionOf('u.workspace_id')}, 'catalogue', ${versionOf(CATALOGUE)})`,
};

/** What {@link VERSIONS_BESIDE_SESSION} read. */
export function versionsOf({ besideSession }: Pick<FastifyRequest, 'besideSession'>): Versions {
  return ReadVersions.parse(besideSession);
}

/** The catalogue's version as a transaction sees it. */
export async function readCatalogueVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select ${sql.raw(versionOf(CATALOGUE))} as version`.execute(db);
  return rows[0]?.version ?? '';
}

const ReadVersions = z.object({ workspace: z.string(), catalogue: z.string() });

/** The version of a subject, as SQL: the stamps of all its slots together. */
function versionOf(subject: string): string {
  return `(select coalesce(bit_xor(stamp), 0)::text from versions where subject_id = ${subject})`;
}
