import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { CATALOGUE_STAMPS, type Versions } from '../../identity/reading/session-versions.ts';
import { versionOf } from '../../platform/answers/stamps.ts';
import { readAsText, type Statement } from '../../platform/postgres/prepared-statement.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { type CompanySettings, presentSettings, SETTINGS } from './company-settings.ts';
import { type JudgedItem, JudgedItems, judgedItems } from './judged-items.ts';
import { LatestOfCatalogue } from './latest-of-catalogue.ts';

/** Characters of settings as JSON that are kept on an instance, at most. */
const MOST_KEPT = 16 * 1024 * 1024;

/** Characters that stand for what settings take beside their own: their key and the books of the cache. */
const BESIDE_TEXT = 1024;

/** The time settings are kept at most, used or not: what was erased isn't in memory for long (R-users-22). */
const KEPT_FOR_MS = 24 * 3_600_000;

/** All that decides about the items of a company. */
export interface CompanyRules {
  readonly settings: CompanySettings;
  /** An item of the catalogue, or of the company's own. */
  find(itemId: string): JudgedItem | undefined;
}

/**
 * What decides about items, in memory: the catalogue's rules once, and the settings of the companies that were asked
 * about last. Each is used only by who has just read the version that it is of, so that no instance has to be told of a
 * change.
 */
export class RulesInMemory {
  static readonly #ofPool = new WeakMap<Pool, RulesInMemory>();

  /** The ones of a database: all calls share them. */
  static of(pool: Pool): RulesInMemory {
    const known = RulesInMemory.#ofPool.get(pool) ?? new RulesInMemory(pool);
    RulesInMemory.#ofPool.set(pool, known);
    return known;
  }

  readonly #pool: Pool;
  readonly #items: LatestOfCatalogue<RulesOfCatalogue>;
  readonly #settings = new LRUCache<string, KeptSettings>({
    maxSize: MOST_KEPT,
    ttl: KEPT_FOR_MS,
    ttlAutopurge: true,
    sizeCalculation: ({ characters }) => characters + BESIDE_TEXT,
  });

  private constructor(pool: Pool) {
    this.#pool = pool;
    this.#items = new LatestOfCatalogue(() => readRulesOfCatalogue(pool));
  }

  /** The rules of a company as of these versions of its workspace, or newer where they were changed since. */
  async read(workspaceId: WorkspaceId, versions: Pick<Versions, 'settings' | 'catalogue'>): Promise<CompanyRules> {
    const [{ settings }, { items }] = await Promise.all([
      this.#settingsOf(workspaceId, versions),
      this.#items.ofVersion(versions.catalogue),
    ]);
    return { settings, find: (itemId) => settings.ownItems.get(itemId) ?? items.get(itemId) };
  }

  async #settingsOf(
    workspaceId: WorkspaceId,
    { settings, catalogue }: Pick<Versions, 'settings' | 'catalogue'>,
  ): Promise<KeptSettings> {
    // Whoever empties a table for all companies changes the catalogue's version.
    const key = `${workspaceId} ${settings} ${catalogue}`;
    const known = this.#settings.get(key);
    if (known) return known;
    const [row] = await readAsText<{ settings: string }>(this.#pool, SETTINGS, [workspaceId]);
    const text = row?.settings ?? '';
    const read = { settings: presentSettings(text), characters: text.length };
    this.#settings.set(key, read);
    return read;
  }
}

interface KeptSettings {
  readonly settings: CompanySettings;
  readonly characters: number;
}

interface RulesOfCatalogue {
  readonly version: string;
  readonly items: ReadonlyMap<string, JudgedItem>;
}

/** The rules of all items of the catalogue with their version, as of one moment. */
async function readRulesOfCatalogue(pool: Pool): Promise<RulesOfCatalogue> {
  const { rows } = await pool.query<{ stamps: string; items: unknown }>(RULES_OF_CATALOGUE);
  return { version: versionOf(rows[0]?.stamps ?? ''), items: JudgedItems.parse(rows[0]?.items) };
}

/** The statement of the rules of the catalogue's items. */
export const RULES_OF_CATALOGUE: Statement = {
  name: 'rules-of-catalogue',
  text: `select ${CATALOGUE_STAMPS} as stamps, ${judgedItems('item.workspace_id is null')} as items`,
};
