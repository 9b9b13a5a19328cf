import { type Kysely, sql } from 'kysely';

/** What the law says beside its items: rates, what late costs, the stage of the Codes; and what editions changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table law_rows (
      kind text not null check (kind in ('professional-tax', 'welfare-fund', 'holiday', 'late-cost', 'code-rule')),
      key text not null,
      position integer not null,
      definition jsonb not null,
      primary key (kind, key)
    );
    comment on table law_rows is 'rates, rules and stages as the edition has them; nobody edits them';
    create index law_rows_of_state on law_rows (kind, (definition->>'state'));
    create index law_rows_of_items on law_rows using gin ((definition->'itemKeys')) where kind = 'late-cost';

    create table law_changes (
      id uuid primary key,
      at timestamptz not null default now(),
      edition text not null,
      change text not null
        check (change in ('added', 'ended', 'merged', 'moved', 'rate-changed', 'stage-changed')),
      about text not null
        check (about in ('item', 'professional-tax', 'welfare-fund', 'late-cost', 'code-rule')),
      compliance_item_id uuid references compliance_items on delete set null,
      title text not null,
      state text not null,
      effective_on date,
      was text not null,
      now text not null,
      source text not null
    );
    comment on table law_changes is 'differences between the editions that were loaded here, but for the first';
    comment on column law_changes.compliance_item_id is
      'the item that it is about, by which companies hear of it; null where it is not there any more';
    create index law_changes_newest on law_changes (at desc, id desc);
    create index law_changes_of_items on law_changes (compliance_item_id);
  `.execute(db);
}
