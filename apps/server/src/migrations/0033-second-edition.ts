import { type Kysely, sql } from 'kysely';

/**
 * What the second edition of the catalogue says beside the first: whom an item is for, how often it is done, what a due
 * day rests on, and which keys of the first went into others or ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table acts
      add column regime text check (regime in ('code', 'old-law', 'state-law', 'tax', 'other')),
      add column registration text;
    comment on column acts.registration is 'the kind of registration number that its items are filed under';

    alter table compliance_items
      add column conditions jsonb not null default '[]',
      add column below_limit jsonb,
      add column level text check (level in ('company', 'state', 'establishment')),
      add column basis text check (basis in ('statutory', 'company')),
      add column period text check (period in ('previous-month', 'quarter', 'half-year', 'year')),
      add column period_lag integer,
      add column registration text,
      add column ended_reason text;
    comment on column compliance_items.conditions is
      'requirements that must all hold, each with what is assumed where nobody has answered';
    comment on column compliance_items.below_limit is 'the requirement by which it also applies below min_employees';
    comment on column compliance_items.level is 'once for the company, for a state, or for each establishment';
    comment on column compliance_items.period_lag is 'months from the end of the period to the due month';
    comment on column compliance_items.ended_reason is 'why it falls due no more; what was recorded stays readable';

    create table conditions (
      key text primary key,
      position integer not null,
      definition jsonb not null
    );
    comment on table conditions is 'the questions that decide to whom items apply, as the edition has them';
    create trigger announce after insert or update or delete or truncate on conditions
      for each statement execute function announce_catalogue_change();

    -- An entry that goes to another item stays with its workspace: no cap refuses what was recorded already.
    create or replace function tally_moved_entry() returns trigger language plpgsql as $$
      begin
        if old.workspace_id <> new.workspace_id then
          perform take_from_status_tally(old.workspace_id, 1);
          perform add_to_status_tally(new.workspace_id, new.compliance_item_id, 1);
        end if;
        return null;
      end
    $$;

    create table merged_items (
      id uuid primary key,
      into_id uuid not null references compliance_items on delete cascade
    );
    create index merged_items_by_target on merged_items (into_id);
    comment on table merged_items is 'items that went into others: what names an old one is about the new one';
  `.execute(db);
}
