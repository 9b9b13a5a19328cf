import { type Kysely, sql } from 'kysely';

/** HR documents with their bytes, so that every instance and every backup has them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table hr_documents (
      id uuid primary key,
      title text not null,
      description text not null default '',
      file_name text not null,
      file_type text not null check (file_type in ('pdf', 'doc', 'docx', 'csv', 'xlsx')),
      content bytea not null check (octet_length(content) between 1 and 5 * 1024 * 1024),
      created_by uuid references users on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index hr_documents_newest on hr_documents (created_at desc, id desc);
    create index hr_documents_by_author on hr_documents (created_by);
  `.execute(db);
}
