import { type Kysely, sql } from 'kysely';

/**
 * What takes the place of a file is kept at it, through revisions that were removed, so that everybody counts the same
 * files; and a file that a scanner looked at says so, so that one that is set later scans the others (decision 72).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await linkRevisions(db);
  await tellScanned(db);
}

async function linkRevisions(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table evidence add column replaced_by uuid;
    comment on column evidence.replaced_by is
      'the file that took its place: its revision, or where that was removed the one that took the place of that';
    with recursive later as (
      select workspace_id, replaces as first, id, removed_at is not null as removed from evidence
      where replaces is not null
      union
      select later.workspace_id, later.first, next.id, next.removed_at is not null
      from later join evidence next on next.workspace_id = later.workspace_id and next.replaces = later.id
      where later.removed)
    update evidence set replaced_by = later.id from later
    where not later.removed and (evidence.workspace_id, evidence.id) = (later.workspace_id, later.first);
    create index evidence_replaced_by on evidence (workspace_id, replaced_by) where replaced_by is not null;
    -- Whoever replaces a file holds its row, and finds there that somebody did before.
    drop index evidence_replaced_once`.execute(db);
}

/**
 * Nobody knows whether what is `clean` was scanned, or came while no scanner was set: one that is set looks at all of it.
 * So no row is written here, and files are read while the index is made.
 */
async function tellScanned(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index files_unscanned on files (id)
      where verdict = 'clean' and purpose in ('evidence', 'hr-document', 'job-posting');
    -- The rule before allowed less, so no row has to be looked at.
    alter table files
      drop constraint files_verdict_check,
      add constraint files_verdict_check check (verdict in ('clean', 'waiting', 'scanned', 'infected')) not valid;
    comment on column files.verdict is
      'clean: nobody scanned it; where there is a scanner, such files that people sent are given to nobody, as what waits'`.execute(
    db,
  );
}
