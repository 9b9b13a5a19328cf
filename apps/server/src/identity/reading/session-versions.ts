import { stampsOf, versionOf } from '../../platform/answers/stamps.ts';

/** The subject of the catalogue's version (migration 0024). */
const CATALOGUE = "'00000000-0000-0000-0000-000000000000'";

/** The stamps of the catalogue's version, as SQL; `versionOf` reads them. */
export const CATALOGUE_STAMPS = stampsOf(CATALOGUE);

/** The versions of the data behind an answer: each change makes a new one, and no version comes back. */
export interface Versions {
  /** The version of the data of the caller's workspace. */
  readonly workspace: string;
  readonly catalogue: string;
}

/** A row with {@link sessionVersions}. */
export interface StampsRow {
  workspace_stamps: string;
  catalogue_stamps: string;
}

/**
 * The columns of both versions; `workspace` is SQL. The statement of the session reads them, before all data of the
 * answer. So an answer may be newer than the versions that it is kept under, and never older.
 */
export function sessionVersions(workspace: string): string {
  return `${stampsOf(workspace)} as workspace_stamps, ${CATALOGUE_STAMPS} as catalogue_stamps`;
}

export function toVersions({ workspace_stamps, catalogue_stamps }: StampsRow): Versions {
  return { workspace: versionOf(workspace_stamps), catalogue: versionOf(catalogue_stamps) };
}
