import type { Statement } from '../../platform/postgres/prepared-statement.ts';

/** The kinds of readers: answers differ by plan and role (R-statuses-8, R-statuses-9). */
export type Reader = 'free' | 'premium' | 'administrator';

/** The part of their records that entries carry: every one, or the newest only (R-statuses-16). */
export type Detail = 'every' | 'newest';

/** Entries of an administrator's answer at most, by item and in all, because everybody's are in it (R-statuses-9). */
const NEWEST_AN_ITEM = 100;
const NEWEST_IN_ALL = 5_000;

/** An answer with every record has at most this many entries and records (R-statuses-16). */
export const MOST_ENTRIES = 2_000;
export const MOST_RECORDS: Readonly<Record<Reader, number>> = { free: 5_000, premium: 5_000, administrator: 10_000 };

/** Entries of a large answer (R-statuses-16). */
export const MOST_IN_ALL = 20_000;

/** Entries on a page of an item's whole history. */
export const PAGE = 100;

/** Characters of whole notes on a page at most, and of each note after those (R-statuses-16). */
const NOTES_A_PAGE = 4_000_000;
export const NOTE_BEGINNING = 100;

/**
 * What few records have, as JSON: of their check, why there is no evidence, what was filed, for which number, and whether
 * they came from a company's file.
 */
function more(workspace: string): string {
  return `case when record.checked_by is not null or record.no_evidence_reason is not null
      or record.filing is not null or record.registration_id is not null or record.imported then
    json_strip_nulls(json_build_object(
      'checkedBy', record.checked_by, 'checkedAt', record.checked_at::text, 'checkNote', nullif(record.check_note, ''),
      'imported', nullif(record.imported, false), 'checkedInstead', record.check_instead, 'noEvidenceReason', record.no_evidence_reason,
      'filing', record.filing, 'registrationId', record.registration_id,
      'registrationNumber', find_number(${workspace}, record.registration_id))) end`;
}

const ENTRY = `
  entry.id, entry.compliance_item_id, entry.day, entry.user_id, entry.current_status, entry.created_at, entry.updated_at,
  entry.checking, entry.lines, record.id as record_id, record.status, record.updated_by, record.updated_at as record_updated_at,
  record.counterpart, ${more('entry.workspace_id')} as more`;

const ROW = `${ENTRY}, record.note`;

const BY_DAY = 'entry.compliance_item_id, entry.day, entry.id';

const NAMES = `
  left join users owner on owner.id = entry.user_id
  left join users author on author.id = record.updated_by`;

const EVERY_RECORD = withRecords('');
const EVERY_STATUS = withRecords(" and record.status <> 'NOTE'");

const NEWEST_RECORD = withNewest('true', 'status_records.created_at desc');
/** The newest status that counts, else the newest that was taken back (R-statuses-8). */
const NEWEST_STATUS = withNewest("status <> 'NOTE'", 'counterpart is not null, status_records.created_at desc');

/**
 * The statements for every item. Those with every record answer one record more than there may be when there are too
 * many. Parameters: $1 the workspace, $2 and $3 the first and the last day.
 */
export const EVERY_ITEM = statementsFor({ days: 'day between $2 and $3', own: 'workspace_id = $1', items: 'true' });

/**
 * The statements for one item. Parameters: $1 to $3 as for every item, $4 the item, $5 a day that is always included
 * and comes first where not all entries fit.
 */
export const ONE_ITEM = statementsFor({
  days: '(day between $2 and $3 or day = $5)',
  own: 'workspace_id = $1 and compliance_item_id = $4',
  items: 'item.id = $4',
  firstDay: '$5',
});

/** Conditions in SQL: which days, what the workspace recorded, which items; and the day that comes before the newest. */
interface Wanted {
  readonly days: string;
  readonly own: string;
  readonly items: string;
  readonly firstDay?: string;
}

function statementsFor(wanted: Wanted): Record<Detail, Record<Reader, string>> {
  const own = `${wanted.own} and ${wanted.days}`;
  const ownEntries = `select * from status_entries where ${own}`;
  const everybodys = everybodysNewest(ownEntries, wanted);
  return {
    every: {
      free: `${select(ROW, ownEntries, EVERY_STATUS)} limit ${MOST_RECORDS.free + 1}`,
      premium: `${select(ROW, ownEntries, EVERY_RECORD)} limit ${MOST_RECORDS.premium + 1}`,
      administrator: `${selectNamed(everybodys, EVERY_RECORD)} limit ${MOST_RECORDS.administrator + 1}`,
    },
    newest: {
      free: select(ROW, ownEntries, NEWEST_STATUS),
      premium: select(ROW, ownEntries, NEWEST_RECORD),
      administrator: selectNamed(everybodys, NEWEST_RECORD),
    },
  };
}

/** Entries with the records that are joined to them, as rows of {@link StatusRow}. */
function select(row: string, entries: string, records: string, order = BY_DAY): string {
  return `select ${row} from (${entries}) entry ${records} order by ${order}, record.created_at`;
}

/** Entries with their records and names, as rows of {@link NamedStatusRow}. Parameter: $1 the viewer's workspace. */
function selectNamed(entries: string, records: string): string {
  return select(rowWithNames(ROW), entries, `${records} ${NAMES}`);
}

/** The row with the names that {@link NAMES} joins. */
function rowWithNames(row: string): string {
  const nameOf = (user: string) => `nullif(full_name(${user}.first_name, ${user}.last_name), '')`;
  return `${row},
    entry.workspace_id = $1 as is_own, ${nameOf('owner')} as user_name, ${nameOf('author')} as updated_by_name`;
}

function withRecords(condition: string): string {
  return `left join status_records record
    on (record.workspace_id, record.compliance_item_id, record.day)
      = (entry.workspace_id, entry.compliance_item_id, entry.day)${condition}`;
}

function withNewest(wanted: string, order: string): string {
  return `left join lateral (
    select id, status, note, updated_by, updated_at, created_at, counterpart,
      checked_by, checked_at, check_note, check_instead, no_evidence_reason, filing, registration_id, imported
    from status_records
    where (workspace_id, compliance_item_id, day) = (entry.workspace_id, entry.compliance_item_id, entry.day)
      and ${wanted}
    order by ${order} limit 1) record on true`;
}

/**
 * The newest entries of all workspaces, about items of the catalogue and the viewer's own: two reads, as either has an
 * index. The viewer's own come first: the rows of an administrator's table are about
 * their own workspace (R-tracker-4).
 */
function everybodysNewest(ownEntries: string, { days, items, firstDay }: Wanted): string {
  const newestOf = (rows: string) => `
    order by ${firstDay ? `${rows}.day = ${firstDay} desc, ` : ''}
      ${rows}.workspace_id = $1 desc, ${rows}.updated_at desc, ${rows}.id desc`;
  return `
    select entry.*
    from (
      select id from compliance_items where workspace_id is null
      union all select id from compliance_items where workspace_id = $1
    ) item cross join lateral (
      select * from (
        (${ownEntries} and compliance_item_id = item.id)
        union
        (select * from status_entries
         where compliance_item_id = item.id and ${days}
         order by updated_at desc, id desc limit ${NEWEST_AN_ITEM})
      ) candidate ${newestOf('candidate')} limit ${NEWEST_AN_ITEM}
    ) entry
    where ${items}
    ${newestOf('entry')} limit ${NEWEST_IN_ALL}`;
}

/** What a large answer always has: the resolved days of the last year. Parameters: $4 and $5 its ends, $6 statuses. */
const ALWAYS = 'day between $4 and $5 and current_status = any($6)';

const OWN_IN_DAYS = 'workspace_id = $1 and day between $2 and $3';

/**
 * The statement that counts a workspace's entries of the days by item: all, and those that a large answer always has.
 * Parameters: $1 the workspace, $2 and $3 the first and the last day, $4 to $6 as in {@link ALWAYS}.
 */
export const COUNT_BY_ITEM = `
  select compliance_item_id as item, count(*) as entries, count(*) filter (where ${ALWAYS}) as always
  from status_entries where ${OWN_IN_DAYS} group by compliance_item_id`;

/**
 * The statements of a part of a large answer, for some items. Parameters: $1 to $6 as in {@link COUNT_BY_ITEM}, $7 the
 * items, $8 how many entries an item has beside those it always has: the nearest to $5, which is today.
 */
export const SOME_ITEMS: Readonly<Record<Exclude<Reader, 'administrator'>, string>> = {
  free: select(ROW, someEntries(), NEWEST_STATUS),
  premium: select(ROW, someEntries(), NEWEST_RECORD),
};

function someEntries(): string {
  const ofItem = `select * from status_entries where ${OWN_IN_DAYS} and compliance_item_id = item.id`;
  return `
    select entry.* from unnest($7::uuid[]) item (id) cross join lateral (
      (${ofItem} and ${ALWAYS})
      union all
      (${ofItem} and not (${ALWAYS}) order by abs(day - $5::date), day limit $8)
    ) entry`;
}

/**
 * The statements of a page. Parameters: $1 the workspace, $2 the item, $3 how many entries come before the page; of a
 * period also $4 and $5, its ends.
 */
export const PAGES = {
  own: pageStatement('own', 'compliance_item_id = $2 and workspace_id = $1'),
  ofPeriod: pageStatement('of-period', 'compliance_item_id = $2 and workspace_id = $1 and day between $4 and $5'),
  everybodys: pageStatement('everybodys', 'compliance_item_id = $2'),
};

function pageStatement(name: 'own' | 'of-period' | 'everybodys', whose: string): Statement {
  const newest = `select * from status_entries where ${whose} order by updated_at desc, id desc limit ${PAGE} offset $3`;
  const order = 'entry.updated_at desc, entry.id desc';
  const before = `sum(length(record.note)) over (order by ${order}, record.created_at, record.id)`;
  const row = `${ENTRY}, case
    when length(record.note) <= ${NOTE_BEGINNING} or ${before} <= ${NOTES_A_PAGE} then record.note
    else left(record.note, ${NOTE_BEGINNING}) || '…' end as note`;
  const text =
    name === 'everybodys'
      ? select(rowWithNames(row), newest, `${EVERY_RECORD} ${NAMES}`, order)
      : select(row, newest, EVERY_RECORD, order);
  return { name: `status-page-${name}`, text };
}
