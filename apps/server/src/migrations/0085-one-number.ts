import { type Kysely, sql } from 'kysely';

/**
 * Spellings of one phone number are one number (R-accounts-72). Numbers stay as they were typed; `phone_key` beside them
 * is what is compared. Of numbers that were different before and are one now, the first that counts keeps the key and
 * the others are marked: they stay, until their number is changed. A warning lists whose they are, which the start logs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function phone_key(typed text) returns text language sql immutable strict parallel safe
      return regexp_replace(
        regexp_replace(typed,
          '[][().[:space:]\\u00a0\\u1680\\u2000-\\u2015\\u2028-\\u202f\\u205f\\u2060\\u2066-\\u2069\\u2212\\u3000\\ufeff-]',
          '', 'g'),
        '^(?:\\+91|0091|91|0)(\\d{10})$', '\\1');

    alter table users
      add column phone_key text not null generated always as (phone_key(personal_phone)) stored,
      add column phone_shared boolean not null default false;
    alter table companies
      add column phone_key text not null generated always as (phone_key(company_phone)) stored,
      add column phone_shared boolean not null default false;
    comment on column users.phone_key is 'the phone number as it is compared, whatever spelling was typed';
    comment on column companies.phone_key is 'the phone number as it is compared, whatever spelling was typed';
    comment on column users.phone_shared is
      'whether an older account has the same number in another spelling; until the number is changed';
    comment on column companies.phone_shared is
      'whether an older company has the same number in another spelling; until the number is changed';

    update users set phone_shared = true where id in (
      select id from (
        select id, row_number() over (partition by phone_key order by created_at, id) as place
        from users where status <> 'pending' and phone_key <> '') counted
      where place > 1);
    update companies set phone_shared = true where id in (
      select id from (
        select id, row_number() over (partition by phone_key order by created_at, id) as place
        from companies where confirmed and contact = 'counts' and phone_key <> '') counted
      where place > 1);

    drop index users_personal_phone_key;
    drop index companies_company_phone_key;
    create unique index users_personal_phone_key on users (phone_key)
      where status <> 'pending' and phone_key <> '' and not phone_shared;
    create unique index companies_company_phone_key on companies (phone_key)
      where confirmed and contact = 'counts' and phone_key <> '' and not phone_shared;
    -- Of the marked ones: a new number is compared with those, too.
    create index users_shared_phones on users (phone_key) where phone_shared;
    create index companies_shared_phones on companies (phone_key) where phone_shared;

    create function stop_sharing_phone() returns trigger language plpgsql as $$
      begin
        new.phone_shared := false;
        return new;
      end
    $$;
    create trigger shared_phone before update of personal_phone on users
      for each row when (old.phone_shared and old.personal_phone <> new.personal_phone)
      execute function stop_sharing_phone();
    create trigger shared_phone before update of company_phone on companies
      for each row when (old.phone_shared and old.company_phone <> new.company_phone)
      execute function stop_sharing_phone();

    do $$
      declare pair record;
      begin
        for pair in
          select 'users' as what, string_agg(id::text, ', ' order by created_at, id) as ids from users
            where status <> 'pending' and phone_key <> '' group by phone_key having bool_or(phone_shared)
          union all
          select 'companies', string_agg(id::text, ', ' order by created_at, id) from companies
            where confirmed and contact = 'counts' and phone_key <> '' group by phone_key having bool_or(phone_shared)
        loop
          raise warning 'one phone number in several spellings, of the %: %', pair.what, pair.ids;
        end loop;
      end
    $$;
  `.execute(db);
}
