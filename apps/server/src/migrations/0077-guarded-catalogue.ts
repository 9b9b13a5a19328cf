import { type Kysely, sql } from 'kysely';

/** Tables that have rows of the catalogue beside those of companies. */
const SHARED = ['acts', 'compliance_items', 'compliance_values'] as const;

/** Tables that are the catalogue's alone. */
const CATALOGUE = [
  'compliance_fields',
  'conditions',
  'event_duty_rules',
  'event_kinds',
  'extensions',
  'law_changes',
  'law_rows',
  'merged_items',
] as const;

/**
 * The value of an item has the workspace of the item, and rows of the catalogue are written by nobody but who holds the
 * catalogue (`queueForChange`): administrators' commands and `npm run catalogue` (R-catalogue-28, decision 92).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table compliance_values add column workspace_id uuid;
    update compliance_values value set workspace_id = item.workspace_id
    from compliance_items item where item.id = value.compliance_item_id and item.workspace_id is not null;
    comment on column compliance_values.workspace_id is 'that of the item, kept by a trigger alone; null: of the catalogue';
    create function follow_item() returns trigger language plpgsql as $$
      begin
        new.workspace_id := (select workspace_id from compliance_items where id = new.compliance_item_id);
        return new;
      end
    $$;
    create trigger belongs_to_item before insert or update of compliance_item_id, workspace_id on compliance_values
      for each row execute function follow_item();

    create function keep_catalogue() returns trigger language plpgsql as $$
      begin
        if current_setting('anupalan.changes', true) is distinct from 'catalogue' and not (
          -- Whoever wrote it may be erased.
          tg_op = 'UPDATE' and to_jsonb(new) ->> 'created_by' is null
            and to_jsonb(new) - 'created_by' = to_jsonb(old) - 'created_by')
        then
          raise exception 'only who holds the catalogue changes its %', tg_table_name
            using errcode = 'integrity_constraint_violation', constraint = 'keeps_catalogue';
        end if;
        return coalesce(new, old);
      end
    $$;
  `.execute(db);
  for (const table of SHARED) {
    await sql`
      create trigger keeps_catalogue before insert or update on ${sql.table(table)}
        for each row when (new.workspace_id is null) execute function keep_catalogue();
      create trigger keeps_catalogue_deleted before delete on ${sql.table(table)}
        for each row when (old.workspace_id is null) execute function keep_catalogue()`.execute(db);
  }
  for (const table of CATALOGUE) {
    await sql`
      create trigger keeps_catalogue before insert or update or delete on ${sql.table(table)}
        for each row execute function keep_catalogue()`.execute(db);
  }
}
