import { randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addRestOfCompany } from './rest-of-company.fixture.ts';
import { addCatalogue, addRichCompany } from './rich-company.fixture.ts';

/** A way by which the database proves a reference: a foreign key with the workspace in it, or a trigger. */
interface Proof {
  readonly table: string;
  readonly name: string;
  /** The columns besides the workspace. */
  readonly columns: readonly string[];
  readonly target: string;
  readonly keys: readonly string[];
  readonly isTrigger: boolean;
}

/** Columns that hold a person's id. Who left leaves no row behind that a constraint could ask for (decision 92). */
const PEOPLE = new Set(
  [
    'activity.by activity.impersonator assignments.unchecked_by checks.author_id checks.changed_by checks.checker_id',
    'checks.decided_by checks.decider_impersonator_id checks.deputy_id checks.impersonator_id checks.in_name_of',
    'checks.responsible_id checks.seen_by checks.waits_for company_days.set_by event_duty_records.checked_by',
    'event_duty_records.checker_id event_duty_records.deputy_id event_duty_records.impersonator_id',
    'event_duty_records.responsible_id event_duty_records.updated_by events.named events.recorded_by evidence.by',
    'evidence.impersonator evidence.removed_by evidence.removed_impersonator exclusions.excluded_by',
    'file_addresses.impersonator_id handovers.offered_by imported_authors.author imported_authors.impersonator',
    'imported_companies.imported_by invitations.invited_by met_extensions.met_by payer_offers.asked_by',
    'prepared_files.impersonator_id status_records.checked_by status_records.checker_id status_records.deputy_id',
    'status_records.responsible_id webhooks.made_by',
  ].flatMap((line) => line.split(' ')),
);

/** Columns with ids that no constraint proves, and why none has to: each is read beside the workspace of its row. */
const UNPROVEN: Readonly<Record<string, string>> = {
  'approved_figures.thing_id': 'a payment, submission or file, which may be gone since',
  'checks.batch_id': 'an import, of which there is no row',
  'events.place_id': 'an establishment, which may be gone since',
  'evidence.subject_id': 'a row of one of five tables, which may be gone since',
  'filing_links.message_id': 'a message, which may be gone since',
  'imported_authors.row_id': 'a row of one of several tables',
  'inherited_evidence.record_id': 'a record or a check, which may be gone since',
  'memberships.company_id': 'a copy that triggers alone keep',
  'prepared_files.writing': 'a file that is being written, which nobody may read',
  'sealed_events.event_id': 'a row of one of several tables, which may be gone since',
  'status_records.counterpart': 'a record of the same day, compared with the records of that day alone',
};

/** Columns of JSON: what they name is read beside the workspace of their row, or not at all. */
const JSON_COLUMNS: Readonly<Record<string, string>> = {
  'activity.about': 'what an event is about',
  'checks.filing': 'figures alone',
  'compliance_items.below_limit': 'a condition',
  'compliance_items.conditions': 'conditions',
  'compliance_items.exceptions': 'days',
  'displaced_rows.content': 'what was taken out, for the operator alone',
  'event_duties.checking': 'a copy of a check of the same duty',
  'event_duties.definition': 'a copy of the catalogue',
  'event_duty_records.filing': 'figures alone',
  'events.definition': 'a copy of the catalogue',
  'events.later_days': 'days',
  'evidence.said': 'what a document says',
  'messages.about': 'ids, which are looked for in the companies of its reader',
  'prepared_files.wanted': 'what its asker named, asked for in their company',
  'sealed_events.removed': 'names of contents, with events of the same chain',
  'sealed_events.salts': 'salts',
  'status_entries.checking': 'a copy of a check of the same day',
  'status_entries.lines': 'registrations, looked for among those of the workspace',
  'status_records.filing': 'figures alone',
  'webhook_calls.data': 'ids, which are only sent',
};

/** A value has the workspace of its item, whatever is said (`belongs_to_item`). */
const ITEM_OF_VALUE = 'compliance_values.compliance_item_id';

/** References that lead to a row with a workspace by its id alone. */
const BY_ID_ALONE = {
  [ITEM_OF_VALUE]: 'it follows its item',
  'file_parts.file_id': 'parts belong to their file',
  'hr_documents.file_id': 'a file that is nobody’s',
  'job_posting_files.file_id': 'a file that is nobody’s',
  'receipts.order_id': 'an order, which is its buyer’s',
  'subscriptions.order_id': 'an order, which is its buyer’s',
};

const COLUMNS = `
  select c.relname || '.' || a.attname as name, format_type(a.atttypid, null) as type
  from pg_class c
    join pg_attribute own on own.attrelid = c.oid and own.attname = 'workspace_id' and not own.attisdropped
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and a.attname not in ('workspace_id', 'id') and format_type(a.atttypid, null) in ('uuid', 'uuid[]', 'jsonb', 'json')
    and not exists (select from pg_trigger where tgrelid = c.oid and tgname = 'tenancy_' || a.attname)
    and not exists (
      select from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey) and (own.attnum = any (k.conkey)
        or k.confrelid <> 'workspaces'::regclass and not exists (
          select from pg_attribute theirs where theirs.attrelid = k.confrelid and theirs.attname = 'workspace_id')))
  order by 1`;

const REFERENCES = `
  select k.conrelid::regclass || '.' || a.attname as name
  from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
    join pg_attribute theirs on theirs.attrelid = k.confrelid and theirs.attname = 'workspace_id'
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not exists (
      select from pg_attribute own
      where own.attrelid = k.conrelid and own.attname = 'workspace_id' and own.attnum = any (k.conkey))
    and not exists (select from pg_trigger where tgrelid = k.conrelid and tgname = 'tenancy_' || a.attname)
  order by 1`;

const PROOFS = `
  select k.conrelid::regclass::text as "table", k.conname as name, k.confrelid::regclass::text as target,
    array_agg(a.attname::text order by n) as columns, array_agg(theirs.attname::text order by n) as keys, false as "isTrigger"
  from pg_constraint k
    cross join unnest(k.conkey, k.confkey) with ordinality as pair (own_number, their_number, n)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = own_number
    join pg_attribute theirs on theirs.attrelid = k.confrelid and theirs.attnum = their_number
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace and a.attname <> 'workspace_id'
    and exists (select from pg_attribute own
      where own.attrelid = k.conrelid and own.attname = 'workspace_id' and own.attnum = any (k.conkey))
  group by 1, 2, 3
  union all
  select tgrelid::regclass::text, tgname, case when tgname like '%act%' then 'acts' else 'compliance_items' end,
    array[substr(tgname, 9)], array['id'], true
  from pg_trigger where tgname like 'tenancy\\_%' and not tgisinternal
  order by 1, 2`;

let server: TestApp;
let workspaces: { readonly own: string; readonly other: string };
let proofs: Proof[];

beforeAll(async () => {
  server = await startTestApp();
  const catalogue = await addCatalogue(server);
  const [own, other] = [await addRichCompany(server, catalogue), await addRichCompany(server, catalogue)];
  for (const company of [own, other]) await addRestOfCompany(server, company, catalogue);
  workspaces = { own: own.owner.workspaceId, other: other.owner.workspaceId };
  ({ rows: proofs } = await server.owner.query<Proof>(PROOFS));
});

afterAll(() => server.close());

describe('of every table of companies', () => {
  test('each column that names something is proved by the database, or decided on', async () => {
    const { rows } = await server.owner.query<{ name: string; type: string }>(COLUMNS);
    const named = rows.filter(({ type }) => type.startsWith('uuid')).map(({ name }) => name);
    expect(named).toEqual([...PEOPLE, ...Object.keys(UNPROVEN), ITEM_OF_VALUE].sort());
    const inJson = rows.filter(({ type }) => type.startsWith('json')).map(({ name }) => name);
    expect(inJson).toEqual(Object.keys(JSON_COLUMNS).sort());
  });

  test('nothing refers to a row by its id alone but what may', async () => {
    const { rows } = await server.owner.query<{ name: string }>(REFERENCES);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(BY_ID_ALONE).sort());
  });

  test('no row may be added that names another company’s', async () => {
    const taken: string[] = [];
    for (const proof of proofs) {
      const outcome = await inVain((client) => addForeign(client, proof));
      if (outcome !== proof.name) taken.push(`${proof.table} ${proof.name}: ${outcome}`);
    }
    expect(taken).toEqual([]);
    expect(proofs.length).toBeGreaterThan(40);
  });

  test('no row may be changed so that it names another company’s', async () => {
    const taken: string[] = [];
    // An entry with records isn't moved at all, which their foreign key says first.
    for (const proof of proofs.filter(({ isTrigger, table }) => isTrigger && table !== 'status_entries')) {
      const outcome = await inVain((client) => changeToForeign(client, proof));
      if (outcome !== proof.name) taken.push(`${proof.table} ${proof.name}: ${outcome}`);
    }
    expect(taken).toEqual([]);
  });
});

/** What makes a copy of a row a row of its own. */
const ALSO: Readonly<Record<string, object>> = {
  compliance_items: { registration_id: null },
  evidence: { sha256: `\\x${'ab'.repeat(32)}`, replaces: null },
  registrations: { number: 'Another' },
  sealed_events: { event_id: randomUUIDv7() },
};

/** Tables whose rows make place for a copy: something of them is unique. */
const MAKE_PLACE = [
  'api_tokens',
  'assignments',
  'calendar_feeds',
  'file_addresses',
  'filing_links',
  'handovers',
  'invitations',
  'invited_sign_ups',
  'memberships',
  'payer_offers',
];

/** Values of the columns of a proof that are another company's. */
async function foreignOf(client: pg.PoolClient, { table, columns, target, keys, isTrigger }: Proof): Promise<object> {
  const { rows } = await client.query(
    `select to_jsonb(t) as row from ${target} t where workspace_id = $1 order by ${keys[0]} desc limit 1`,
    [workspaces.other],
  );
  const row = rows[0]?.row;
  if (!row) throw new Error(`${target} has nothing of the other company`);
  const isList = isTrigger && columns[0] === 'acts' && table !== 'acts';
  return Object.fromEntries(columns.map((name, n) => [name, isList ? [row[keys[n] ?? '']] : row[keys[n] ?? '']]));
}

/** A row of the own company, or of the catalogue, that has what the proof is about. */
async function sampleOf(client: pg.PoolClient, { table, columns }: Proof): Promise<Record<string, unknown>> {
  const { rows: there } = await client.query(
    `select 1 from pg_attribute where attrelid = $1::regclass and attname = 'workspace_id'`,
    [table],
  );
  const isOwn = there.length > 0 ? `t.workspace_id = '${workspaces.own}'` : 'true';
  const { rows } = await client.query(
    `select to_jsonb(t) as row from ${table} t
     where ${isOwn} and ${columns.map((name) => `t.${name} is not null`).join(' and ')} limit 1`,
  );
  if (!rows[0]) throw new Error('no such row in the fixture');
  return rows[0].row;
}

async function addForeign(client: pg.PoolClient, proof: Proof): Promise<void> {
  const { table } = proof;
  const sample = await sampleOf(client, proof);
  const row = {
    ...sample,
    ...('id' in sample && { id: randomUUIDv7() }),
    ...ALSO[table],
    ...(await foreignOf(client, proof)),
  };
  if (MAKE_PLACE.includes(table)) {
    await client.query(`delete from ${table} t where to_jsonb(t) = $1::jsonb`, [JSON.stringify(sample)]);
  }
  const columns = Object.keys(row).join(', ');
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1::jsonb)`,
    [JSON.stringify(row)],
  );
}

async function changeToForeign(client: pg.PoolClient, proof: Proof): Promise<void> {
  const { table, columns } = proof;
  const sample = await sampleOf(client, proof);
  const foreign = await foreignOf(client, proof);
  await client.query(
    `update ${table} t set ${columns.map((name) => `${name} = said.${name}`).join(', ')}
     from jsonb_populate_record(null::${table}, $1::jsonb) said where to_jsonb(t) = $2::jsonb`,
    [JSON.stringify(foreign), JSON.stringify(sample)],
  );
}

/** Works as the server's role, as who holds the catalogue, and takes it back. @returns what refused it */
async function inVain(work: (client: pg.PoolClient) => Promise<void>): Promise<string> {
  const client = await server.services.database.pool.connect();
  try {
    await client.query(`begin; set local anupalan.changes = 'catalogue'`);
    await work(client);
    await client.query('set constraints all immediate');
    return 'taken';
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && 'code' in error && error.code === '23503') {
      return String(error.constraint);
    }
    return String(error);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
