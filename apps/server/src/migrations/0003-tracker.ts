import { type Kysely, sql } from 'kysely';

/** What a workspace records about the catalogue. Its id leads every key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table status_entries (
      workspace_id uuid not null references workspaces on delete cascade,
      compliance_item_id uuid not null references compliance_items on delete cascade,
      day date not null,
      id uuid not null unique,
      user_id uuid references users on delete set null,
      current_status text not null check (current_status in
        ('done', 'not-done', 'not-to-do', 'on-hold', 'not-applicable', 'pending')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, compliance_item_id, day)
    );
    create index status_entries_newest on status_entries (compliance_item_id, updated_at desc, id desc);
    create index status_entries_by_user on status_entries (user_id);

    create table status_records (
      workspace_id uuid not null,
      compliance_item_id uuid not null,
      day date not null,
      id uuid not null unique,
      status text not null check (status in
        ('done', 'not-done', 'not-to-do', 'on-hold', 'not-applicable', 'pending', 'NOTE')),
      note text not null default '',
      updated_by uuid references users on delete set null,
      impersonator_id uuid references users on delete set null,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp(),
      primary key (workspace_id, compliance_item_id, day, id),
      foreign key (workspace_id, compliance_item_id, day) references status_entries on delete cascade
    );
    create index status_records_by_user on status_records (updated_by);
    create index status_records_by_impersonator on status_records (impersonator_id);
    comment on column status_records.impersonator_id is 'the administrator who really acted, while impersonating';

    create table custom_reminders (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      compliance_item_id uuid not null references compliance_items on delete cascade,
      user_id uuid references users on delete cascade,
      reminder_at timestamptz not null,
      acknowledged_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id)
    );
    create index custom_reminders_by_item on custom_reminders (compliance_item_id);
    create index custom_reminders_by_user on custom_reminders (user_id);

    create table payment_dates (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      compliance_item_id uuid not null references compliance_items on delete cascade,
      user_id uuid references users on delete set null,
      day date not null,
      amount_paise bigint not null check (amount_paise > 0),
      description text not null default '',
      created_at timestamptz not null default now(),
      primary key (workspace_id, id)
    );
    create index payment_dates_by_item on payment_dates (compliance_item_id);
    create index payment_dates_by_user on payment_dates (user_id);

    create table submission_dates (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      compliance_item_id uuid not null references compliance_items on delete cascade,
      user_id uuid references users on delete set null,
      day date not null,
      description text not null check (description <> ''),
      created_at timestamptz not null default now(),
      primary key (workspace_id, id)
    );
    create index submission_dates_by_item on submission_dates (compliance_item_id);
    create index submission_dates_by_user on submission_dates (user_id);
  `.execute(db);
}
