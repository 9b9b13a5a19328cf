import { type Kysely, sql } from 'kysely';

/**
 * What a company says of itself, by which it is decided what applies to it: its establishments, its answers to the
 * catalogue's questions, and the items of which it says that they do not apply.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table establishments (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      follows_profile boolean not null default false,
      name text,
      state text,
      city text,
      employee_count integer check (employee_count > 0),
      nature text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id),
      check (follows_profile or num_nulls(name, state, city, employee_count) = 0)
    );
    -- Company and establishment are one row each when there is but one place: who never changes it has none here.
    create unique index establishments_of_profile on establishments (workspace_id) where follows_profile;
    comment on column establishments.follows_profile is
      'the one that every company has, with the company''s id: what is null here is what the profile says';
    comment on column establishments.nature is 'an answer of the question nature; null is not answered';

    create table facts (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      key text not null,
      establishment_id uuid,
      compliance_item_id uuid references compliance_items on delete cascade,
      answer text not null,
      answered_at timestamptz not null default now(),
      primary key (workspace_id, id),
      unique nulls not distinct (workspace_id, key, establishment_id, compliance_item_id),
      foreign key (workspace_id, establishment_id) references establishments on delete cascade
    );
    create index facts_by_establishment on facts (workspace_id, establishment_id);
    create index facts_by_item on facts (compliance_item_id) where compliance_item_id is not null;
    comment on table facts is 'answers to questions of conditions, for the company, an establishment or an item';

    create table exclusions (
      workspace_id uuid not null references workspaces on delete cascade,
      compliance_item_id uuid not null references compliance_items on delete cascade,
      reason text not null check (reason <> ''),
      until date,
      excluded_by uuid not null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, compliance_item_id)
    );
    create index exclusions_by_item on exclusions (compliance_item_id);
    comment on table exclusions is 'items of which a company says that they do not apply to it';
    comment on column exclusions.until is 'the last day on which that holds; null is for good';
    comment on column exclusions.excluded_by is 'a user''s id, which stays when the user is erased';
  `.execute(db);
  for (const table of ['establishments', 'facts', 'exclusions']) {
    await sql`
      create trigger announce after insert or update or delete on ${sql.table(table)}
        for each row execute function announce_workspace_change('tracker');
      create trigger version_emptied after truncate on ${sql.table(table)}
        for each statement execute function announce_emptied_table();
    `.execute(db);
  }
}
