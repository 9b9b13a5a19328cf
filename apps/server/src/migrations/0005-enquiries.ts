import { type Kysely, sql } from 'kysely';

/** Contact messages and job postings: stored first, mailed by a job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contact_messages (
      id uuid primary key,
      name text not null,
      email text not null,
      subject text not null,
      message text not null,
      read_at timestamptz,
      handled_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index contact_messages_newest on contact_messages (created_at desc, id desc);

    create table job_postings (
      id uuid primary key,
      job_title text not null,
      job_description text not null,
      location text not null,
      salary_range text not null,
      additional_perks text not null default '',
      required_experience text not null,
      qualification text not null,
      specific_skills text not null,
      additional_requirements text not null default '',
      job_timings text not null,
      weeks_offs text not null,
      joining_timeline text not null,
      company_profile text not null,
      contact_name text not null,
      contact_email text not null,
      contact_phone text not null,
      read_at timestamptz,
      handled_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index job_postings_newest on job_postings (created_at desc, id desc);

    create table job_posting_files (
      id uuid primary key,
      job_posting_id uuid not null references job_postings on delete cascade,
      file_name text not null,
      file_type text not null check (file_type in ('pdf', 'doc', 'docx')),
      content bytea not null check (octet_length(content) between 1 and 5 * 1024 * 1024)
    );
    create index job_posting_files_by_posting on job_posting_files (job_posting_id);
  `.execute(db);
}
