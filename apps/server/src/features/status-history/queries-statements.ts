import type { Statement } from '../../platform/prepared-statement.ts';

/** Who reads: what is sent differs by plan and role (decisions, sections 4 and 5). */
export type Reader = 'free' | 'premium' | 'administrator';

/** An administrator's answer is bounded (decisions, section 2). */
const NEWEST_AN_ITEM = 100;
const NEWEST_IN_ALL = 5_000;

/** Entries of a page of an item's whole history. */
export const PAGE = 100;

const ROW = `
  entry.id, compliance_item_id, day, entry.user_id, entry.current_status, entry.created_at, entry.updated_at,
  record.id as record_id, record.status, record.note, record.updated_by, record.updated_at as record_updated_at`;

const BY_DAY = 'compliance_item_id, day, entry.id';

/** Parameters: $1 the workspace, $2 and $3 the first and the last day. */
export const EVERY_ITEM = statementsFor({ days: 'day between $2 and $3', own: 'workspace_id = $1', items: 'true' });

/** As above, and $4 the item, $5 a day that is always included and comes before all others where not all can. */
export const ONE_ITEM = statementsFor({
  days: '(day between $2 and $3 or day = $5)',
  own: 'workspace_id = $1 and compliance_item_id = $4',
  items: 'item.id = $4',
  first: 'day = $5 desc,',
});

/** Conditions in SQL: which days, what the workspace recorded, which items; and what comes before the newest. */
interface Wanted {
  readonly days: string;
  readonly own: string;
  readonly items: string;
  readonly first?: string;
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

/** The rows of {@link StatusRow}. */
function joinRecords(entries: string, records: string, order = BY_DAY): string {
  return `
    select ${ROW}
    from (${entries}) entry left join (${records}) record using (workspace_id, compliance_item_id, day)
    order by ${order}, record.created_at`;
}

/** The rows of {@link NamedStatusRow}. Parameter: $1 the viewer's workspace. */
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

/** Own entries come first: the rows of an administrator's table are about their own workspace (decisions, section 5). */
function everybodysNewest(ownEntries: string, { days, items, first = '' }: Wanted): string {
  const newest = `order by ${first} workspace_id = $1 desc, updated_at desc, id desc limit`;
  return `
    select entry.*
    from compliance_items item cross join lateral (
      select * from (
        (${ownEntries} and compliance_item_id = item.id)
        union
        (select * from status_entries
         where compliance_item_id = item.id and ${days}
         order by updated_at desc, id desc limit ${NEWEST_AN_ITEM})
      ) candidate ${newest} ${NEWEST_AN_ITEM}
    ) entry
    where ${items}
    ${newest.replaceAll('workspace_id', 'entry.workspace_id')} ${NEWEST_IN_ALL}`;
}

/** Parameters: $1 the workspace, $2 the item, $3 how many entries come before the page. */
export const PAGES = {
  own: pageStatement('own', 'compliance_item_id = $2 and workspace_id = $1', joinRecords),
  everybodys: pageStatement('everybodys', 'compliance_item_id = $2', joinNamedRecords),
};

function pageStatement(name: string, whose: string, join: typeof joinRecords): Statement {
  const newest = `select * from status_entries where ${whose} order by updated_at desc, id desc limit ${PAGE} offset $3`;
  const text = join(newest, 'select * from status_records', 'entry.updated_at desc, entry.id desc');
  return { name: `status-page-${name}`, text };
}
