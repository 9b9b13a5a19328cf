import type { AssignmentLines } from '@anupalan/domain/assignments';
import type { CompanyReach } from '@anupalan/domain/company-reach';
import { z } from 'zod';
import type { Statement } from '../../platform/postgres/prepared-statement.ts';
import { CompanyReachRow, companyReach, toCompanyReach } from './company-reach.ts';
import { type CompanyDays, CompanyDaysRow, companyDaysOf, indexCompanyDays } from './item-days.ts';
import { type JudgedItem, JudgedItems, judgedItems } from './judged-items.ts';
import { indexLines, LinesBeside, linesBeside } from './queries-assignments.ts';

/** A company's word that an item does not apply to it, as JSON; `until` is the last day of it. */
export interface Exclusion {
  readonly until: string | null;
}

/** All that a company has set about the items it has, their days and who does what. */
export interface CompanySettings {
  /** Null in a workspace without a company. */
  readonly reach: CompanyReach | null;
  /** The items of which the company says that they do not apply to it. */
  readonly exclusions: ReadonlyMap<string, Exclusion>;
  /** What was set about who is responsible, deputy and checker of an item. */
  readonly linesOf: (item: { id: string; actId: string }) => AssignmentLines;
  readonly days: CompanyDays;
  readonly ownItems: ReadonlyMap<string, JudgedItem>;
}

/** The items that a workspace says do not apply to it, as JSON; `workspace` is SQL. */
export function exclusionsOf(workspace: string): string {
  return `(
    select json_agg(json_build_object('item', compliance_item_id, 'until', until))
    from exclusions where workspace_id = ${workspace})`;
}

/**
 * The statement of what a company has set, as one JSON text. Triggers stamp whatever it reads as settings (migration
 * 0059). Parameters: $1 the workspace, $2 the item of its own that is read, null for all of them.
 */
export const SETTINGS: Statement = {
  name: 'settings',
  text: `
    select json_build_object(
      'company', ${companyReach('$1')}, 'exclusions', ${exclusionsOf('$1')}, 'assigned', ${linesBeside('$1', 'true')},
      'ownItems', ${judgedItems('item.workspace_id = $1 and ($2::uuid is null or item.id = $2)')},
      'days', (select to_json(days) from (select ${companyDaysOf('$1')}) days)) as settings`,
};

/** What {@link SETTINGS} read. */
export function presentSettings(text: string): CompanySettings {
  const { company, exclusions, assigned, ownItems, days } = SettingsRow.parse(JSON.parse(text));
  return {
    reach: company && toCompanyReach(company),
    exclusions: new Map(exclusions?.map(({ item, until }) => [item, { until }])),
    linesOf: indexLines(assigned),
    days: indexCompanyDays(days),
    ownItems,
  };
}

const SettingsRow = z.object({
  company: CompanyReachRow.nullable(),
  exclusions: z.array(z.object({ item: z.string(), until: z.string().nullable() })).nullable(),
  assigned: LinesBeside,
  ownItems: JudgedItems,
  days: CompanyDaysRow,
});
