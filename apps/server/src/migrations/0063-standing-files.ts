import { type Kysely, sql } from 'kysely';

/**
 * What takes the place of a file is kept at it, through revisions that were removed, so that everybody counts the same
 * files; and a file that came while no scanner was set says so, so that one that is set later scans it (decision 72).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await linkRevisions(db);
  await tellUnscanned(db);
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

/** Nobody knows whether what is clean was scanned, or came while nothing was: where there is a scanner, it looks again. */
async function tellUnscanned(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table files
      drop constraint files_verdict_check,
      add constraint files_verdict_check check (verdict in ('unscanned', 'waiting', 'clean', 'infected'));
    update files set verdict = 'unscanned'
    where verdict = 'clean' and purpose in ('evidence', 'hr-document', 'job-posting');
    create index files_unscanned on files (id) where verdict = 'unscanned';
    comment on column files.verdict is
      'what the virus scanner says; where there is one, files that wait or are unscanned are given to nobody'`.execute(
    db,
  );
}
