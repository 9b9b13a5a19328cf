import { type Kysely, sql } from 'kysely';

/** HR documents that ship with the product: loaded like the catalogue, under a key that is kept for ever. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table hr_documents
      add column catalogue_key text unique,
      add column edited_at timestamptz;
    comment on column hr_documents.edited_at is 'when an administrator changed it, which loading then leaves alone';

    alter table catalogue_keys
      drop constraint catalogue_keys_kind_check,
      add constraint catalogue_keys_kind_check check (kind in ('act', 'field', 'item', 'format'));
  `.execute(db);
}
