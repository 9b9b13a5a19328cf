import { type Kysely, sql } from 'kysely';

/**
 * Files, in parts that are each written and read by a statement of its own. A file is there once its size and hash are.
 * One that is removed is so at once, and its bytes are taken away by a job: removing, and erasing a workspace with
 * gigabytes, takes no longer than the rows do, and the row is the list of what is left to take away in another store.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table files (
      id uuid primary key,
      workspace_id uuid references workspaces on delete set null,
      purpose text not null check (purpose in ('evidence', 'pack', 'export', 'import', 'hr-document', 'job-posting')),
      media_type text not null,
      size bigint check (size >= 0),
      sha256 bytea check (length(sha256) = 32),
      place text not null check (place in ('postgres', 's3')),
      verdict text not null check (verdict in ('waiting', 'clean', 'infected')),
      made_at timestamptz not null default now(),
      whole_at timestamptz,
      removed_at timestamptz,
      check ((whole_at is null) = (size is null) and (whole_at is null) = (sha256 is null))
    );
    create index files_of_workspace on files (workspace_id, purpose) where workspace_id is not null;
    create index files_removed on files (removed_at) where removed_at is not null;
    create index files_unfinished on files (made_at) where whole_at is null;
    create index files_waiting on files (whole_at) where verdict = 'waiting';
    comment on column files.workspace_id is 'whose file it is; null of what is nobody''s, and once its workspace is gone';
    comment on column files.whole_at is 'since when it can be read; null while it is being written';
    comment on column files.removed_at is 'since when it can''t be read any more; its bytes and then its row go by a job';
    comment on column files.verdict is 'what the virus scanner says; waiting files are given to nobody where there is one';

    create table file_parts (
      file_id uuid not null references files on delete cascade,
      part int not null check (part >= 0),
      bytes bytea not null check (length(bytes) between 1 and 524288),
      primary key (file_id, part)
    );
    alter table file_parts alter column bytes set storage external;
    comment on table file_parts is 'the bytes of files that lie here, 512 KiB a row, without trying to compress them';

    create function remove_file_of_nobody() returns trigger language plpgsql as $$
      begin
        new.removed_at := coalesce(new.removed_at, now());
        return new;
      end
    $$;
    create trigger remove_with_workspace before update of workspace_id on files for each row
      when (old.workspace_id is not null and new.workspace_id is null) execute function remove_file_of_nobody();
  `.execute(db);
}
