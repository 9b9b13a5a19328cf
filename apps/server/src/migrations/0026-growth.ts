import { type Kysely, sql } from 'kysely';

/**
 * What keeps answers and jobs as fast with a hundred thousand companies as with a hundred.
 *
 * Users are searched by every three characters in a row of `search_text`, signs and letters of all scripts alike:
 * whoever has those of a text nearly always has the text. Spaces are doubled in it, so that the beginning of a word with
 * its first letter is three characters too.
 *
 * Entries are counted by item as they are written, because an administrator's answers have everybody's (R-statuses-9).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function search_trigrams(words text) returns text[] language sql immutable strict parallel safe
      return array(select distinct substr(words, first, 3) from generate_series(1, length(words) - 2) first);
    alter table users add column search_text text not null generated always as (
      replace(lower(' ' || first_name || ' ' || last_name || ' ' || primary_email), ' ', '  ')) stored;
    comment on column users.search_text is 'the words of a user as they are searched, each after two spaces';
    drop index users_search;
    -- Without a list of what is still to be indexed, which every search would read.
    create index users_search on users using gin (search_trigrams(search_text)) with (fastupdate = off);
    create index users_newest_with_text on users (created_at desc, id desc) include (role, status, search_text);

    create table item_tallies (
      compliance_item_id uuid not null,
      entries bigint not null
    );
    create index item_tallies_by_item on item_tallies (compliance_item_id);
    comment on table item_tallies is
      'how many status entries all workspaces have of an item, as differences to be summed: nobody waits for another';
    create function tally_item() returns trigger language plpgsql as $$
      begin
        insert into item_tallies values (new.compliance_item_id, 1);
        return null;
      end
    $$;
    create function tally_removed_items() returns trigger language plpgsql as $$
      begin
        insert into item_tallies select compliance_item_id, -count(*) from removed group by 1;
        return null;
      end
    $$;
    create function tally_moved_item() returns trigger language plpgsql as $$
      begin
        insert into item_tallies values (old.compliance_item_id, -1), (new.compliance_item_id, 1);
        return null;
      end
    $$;
    create function tally_no_items() returns trigger language plpgsql as $$
      begin
        delete from item_tallies;
        return null;
      end
    $$;
    create trigger tally_item after insert on status_entries
      for each row execute function tally_item();
    create trigger tally_removed_items after delete on status_entries referencing old table as removed
      for each statement execute function tally_removed_items();
    create trigger tally_moved_item after update on status_entries for each row
      when (old.compliance_item_id <> new.compliance_item_id) execute function tally_moved_item();
    create trigger tally_no_items after truncate on status_entries
      for each statement execute function tally_no_items();
    -- The triggers hold the table from here on, so that no entry is written between them and the count.
    insert into item_tallies select compliance_item_id, count(*) from status_entries group by 1;

    -- What the hourly job has dealt with, it doesn't look at again.
    alter table subscriptions add column closed_at timestamptz;
    comment on column subscriptions.closed_at is 'when a month that was over, with its days of grace, was dealt with';
    create index subscriptions_unclosed on subscriptions (ends_at) where ended_early_at is null and closed_at is null;

    create index contact_messages_handled on contact_messages (created_at desc, id desc) where handled_at is not null;
    create index job_postings_handled on job_postings (created_at desc, id desc) where handled_at is not null;
  `.execute(db);
}
