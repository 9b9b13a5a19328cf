import { type Kysely, sql } from 'kysely';

/**
 * What a company that came as a file brings along besides its rows: where it came from, the names of people who have no
 * account by it, and who wrote what, where a row can only name an account (decision 69).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table imported_companies (
      workspace_id uuid primary key references workspaces on delete cascade,
      manifest bytea not null check (length(manifest) = 32),
      company_name text not null,
      made_at timestamptz not null,
      fingerprint text not null,
      head text,
      imported_at timestamptz not null default now(),
      imported_by uuid not null
    );
    create index imported_companies_by_importer on imported_companies (imported_by, manifest);
    comment on table imported_companies is 'the files that companies came as';
    comment on column imported_companies.manifest is 'SHA-256 of the manifest, by which the same file is known again';
    comment on column imported_companies.fingerprint is 'of the key that signed it';
    comment on column imported_companies.head is 'the newest seal of the activity in it';
    comment on column imported_companies.imported_by is 'a user''s id, which stays when the user is erased';

    create table imported_people (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      first_name text not null,
      last_name text not null,
      email text,
      role text,
      primary key (workspace_id, id)
    );
    comment on table imported_people is 'the names behind the opaque ids of a company that came as a file';
    comment on column imported_people.email is 'of who was in the company then';

    create table imported_authors (
      workspace_id uuid not null references workspaces on delete cascade,
      source text not null,
      row_id uuid not null,
      author uuid,
      impersonator uuid,
      primary key (workspace_id, source, row_id)
    );
    comment on table imported_authors is 'who wrote a row, where its own column can only name an account';
    comment on column imported_authors.source is 'the table of the row';
  `.execute(db);
}
