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
      also_in text check (also_in in ('postgres', 's3') and also_in <> place),
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
    comment on column files.also_in is
      'another place where bytes of it may lie: while it is moved, and after a move that broke off';
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

    create table file_faults (
      file text not null,
      fault text not null check (fault in ('unattached', 'missing', 'altered', 'unknown')),
      found_at timestamptz not null default now(),
      primary key (file, fault)
    );
    comment on table file_faults is 'what the last check found: files that no row knows, and rows whose bytes are not there';

    create function remove_file_of_nobody() returns trigger language plpgsql as $$
      begin
        new.removed_at := coalesce(new.removed_at, now());
        return new;
      end
    $$;
    create trigger remove_with_workspace before update of workspace_id on files for each row
      when (old.workspace_id is not null and new.workspace_id is null) execute function remove_file_of_nobody();

    create function remove_former_file() returns trigger language plpgsql as $$
      begin
        update files set removed_at = now() where id = old.file_id and removed_at is null;
        return null;
      end
    $$;
    comment on function remove_former_file() is 'removes the file of a row that went, or has another one now';
  `.execute(db);
  await moveBytes(db, 'hr_documents', 'hr-document');
  await moveBytes(db, 'job_posting_files', 'job-posting');
}

/** Moves the bytes of a table's rows among the files; they were scanned when they came, where there was a scanner. */
async function moveBytes(db: Kysely<unknown>, name: string, purpose: string): Promise<void> {
  const table = sql.table(name);
  await sql`alter table ${table} add column file_id uuid, add column file_size int`.execute(db);
  await sql`update ${table} set file_id = gen_random_uuid(), file_size = octet_length(content)`.execute(db);
  await sql`
    insert into files (id, purpose, media_type, size, sha256, place, verdict, whole_at)
    select file_id, ${purpose}, case file_type
        when 'pdf' then 'application/pdf' when 'doc' then 'application/msword' when 'csv' then 'text/csv'
        when 'docx' then 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
        else 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' end,
      file_size, sha256(content), 'postgres', 'clean', now()
    from ${table}`.execute(db);
  await sql`
    insert into file_parts
    select file_id, part, substring(content from part * 524288 + 1 for 524288)
    from ${table}, generate_series(0, (file_size - 1) / 524288) part`.execute(db);
  await sql`
    alter table ${table}
      alter column file_id set not null,
      alter column file_size set not null,
      add check (file_size between 1 and 5 * 1024 * 1024),
      add unique (file_id),
      add foreign key (file_id) references files,
      drop column content`.execute(db);
  await sql`
    create trigger remove_file after delete on ${table} for each row execute function remove_former_file()`.execute(db);
  await sql`
    create trigger replace_file after update of file_id on ${table} for each row
      when (old.file_id <> new.file_id) execute function remove_former_file()`.execute(db);
}
