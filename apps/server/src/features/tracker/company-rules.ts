import type { Pool } from 'pg';
import { CATALOGUE_STAMPS } from '../../identity/reading/session-versions.ts';
import { versionOf } from '../../platform/answers/stamps.ts';
import { readAsText, type Statement } from '../../platform/postgres/prepared-statement.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { type CompanySettings, presentSettings, SETTINGS } from './company-settings.ts';
import { type JudgedItem, JudgedItems, judgedItems } from './judged-items.ts';
import { LatestOfCatalogue } from './latest-of-catalogue.ts';

/** All that decides about the items of a company. */
export interface CompanyRules {
  readonly settings: CompanySettings;
  /** An item of the catalogue, or of the company's own. */
  find(itemId: string): JudgedItem | undefined;
}

/** Whose rules are read, and of which items of the company's own. */
interface Wanted {
  readonly workspaceId: WorkspaceId;
  /** The catalogue's version that the caller has read; the rules are of that version or newer. */
  readonly catalogue: string;
  /** One item's id, or null for all items. */
  readonly itemId: string | null;
}

/** Reads what a company has set; the rules of the catalogue's items are in memory. */
export async function readCompanyRules(pool: Pool, { workspaceId, catalogue, itemId }: Wanted): Promise<CompanyRules> {
  const [[row], { items }] = await Promise.all([
    readAsText<{ settings: string }>(pool, SETTINGS, [workspaceId, itemId]),
    catalogueRulesOf(pool).ofVersion(catalogue),
  ]);
  if (!row) throw new Error('The statement of the settings has one row');
  const settings = presentSettings(row.settings);
  return { settings, find: (id) => settings.ownItems.get(id) ?? items.get(id) };
}

interface CatalogueRules {
  readonly version: string;
  readonly items: ReadonlyMap<string, JudgedItem>;
}

const catalogueRules = new WeakMap<Pool, LatestOfCatalogue<CatalogueRules>>();

/** The rules of the catalogue's items, once for all calls that use a database. */
function catalogueRulesOf(pool: Pool): LatestOfCatalogue<CatalogueRules> {
  const known = catalogueRules.get(pool) ?? new LatestOfCatalogue(() => readCatalogueRules(pool));
  catalogueRules.set(pool, known);
  return known;
}

/** The rules of all items of the catalogue with their version, as of one moment. */
async function readCatalogueRules(pool: Pool): Promise<CatalogueRules> {
  const { rows } = await pool.query<{ stamps: string; items: unknown }>(CATALOGUE_RULES);
  return { version: versionOf(rows[0]?.stamps ?? ''), items: JudgedItems.parse(rows[0]?.items) };
}

/** The statement of the rules of the catalogue's items. */
export const CATALOGUE_RULES: Statement = {
  name: 'rules-of-catalogue',
  text: `select ${CATALOGUE_STAMPS} as stamps, ${judgedItems('item.workspace_id is null')} as items`,
};
