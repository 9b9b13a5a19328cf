import type { Statement } from '../../platform/postgres/prepared-statement.ts';

/** The kinds of readers: answers differ by plan and role (R-statuses-8, R-statuses-9). */
export type Reader = 'free' | 'premium' | 'administrator';

/** Entries of an administrator's answer at most, by item and in all, because everybody's are in it (R-statuses-9). */
const NEWEST_AN_ITEM = 100;
const NEWEST_IN_ALL = 5_000;

/** Entries on a page of an item's whole history. */
export const PAGE = 100;

const ROW = `
  entry.id, compliance_item_id, day, entry.user_id, entry.current_status, entry.created_at, entry.updated_at,
  record.id as record_id, record.status, record.note, record.updated_by, record.updated_at as record_updated_at`;

const BY_DAY = 'compliance_item_id, day, entry.id';

/** The statements for every item. Parameters: $1 the workspace, $2 and $3 the first and the last day. */
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

function statementsFor(wanted: Wanted): Record<Reader, string> {
  const own = `${wanted.own} and ${wanted.days}`;
  const ownEntries = `select * from status_entries where ${own}`;
  return {
    free: joinRecords(
      ownEntries,
      `select distinct on (compliance_item_id, day) * from status_records where ${own} and status <> 'NOTE'
       order by compliance_item_id, day, created_at desc`,
    ),
    premium: joinRecords(ownEntries, `select * from status_records where ${own}`),
    administrator: joinNamedRecords(everybodysNewest(ownEntries, wanted), 'select * from status_records'),
  };
}

/** Joins entries to their records, as rows of {@link StatusRow}. */
function joinRecords(entries: string, records: string, order = BY_DAY): string {
  return `
    select ${ROW}
    from (${entries}) entry left join (${records}) record using (workspace_id, compliance_item_id, day)
    order by ${order}, record.created_at`;
}

/**
 * Joins entries to their records and names, as rows of {@link NamedStatusRow}. Parameter: $1 the viewer's workspace.
 */
function joinNamedRecords(entries: string, records: string, order = BY_DAY): string {
  const nameOf = (user: string) => `nullif(trim(${user}.first_name || ' ' || ${user}.last_name), '')`;
  return `
    select ${ROW},
      entry.workspace_id = $1 as is_own, ${nameOf('owner')} as user_name, ${nameOf('author')} as updated_by_name
    from (${entries}) entry left join (${records}) record using (workspace_id, compliance_item_id, day)
      left join users owner on owner.id = entry.user_id
      left join users author on author.id = record.updated_by
    order by ${order}, record.created_at`;
}

/**
 * The newest entries of all workspaces. The viewer's own come first: the rows of an administrator's table are about
 * their own workspace (R-tracker-4).
 */
function everybodysNewest(ownEntries: string, { days, items, firstDay }: Wanted): string {
  const newestOf = (rows: string) => `
    order by ${firstDay ? `${rows}.day = ${firstDay} desc, ` : ''}
      ${rows}.workspace_id = $1 desc, ${rows}.updated_at desc, ${rows}.id desc`;
  return `
    select entry.*
    from compliance_items item cross join lateral (
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

/** The statements of a page. Parameters: $1 the workspace, $2 the item, $3 how many entries come before the page. */
export const PAGES = {
  own: pageStatement('own', 'compliance_item_id = $2 and workspace_id = $1', joinRecords),
  everybodys: pageStatement('everybodys', 'compliance_item_id = $2', joinNamedRecords),
};

function pageStatement(name: string, whose: string, join: typeof joinRecords): Statement {
  const newest = `select * from status_entries where ${whose} order by updated_at desc, id desc limit ${PAGE} offset $3`;
  const text = join(newest, 'select * from status_records', 'entry.updated_at desc, entry.id desc');
  return { name: `status-page-${name}`, text };
}
