import { can } from '@anupalan/domain/permissions';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { eachCompany } from '../../platform/process/each-apart.ts';
import type { Services } from '../../services.ts';
import { readItemsOf } from '../clients/queries.ts';
import { type OwnCompany, readOwnCompanies } from '../clients/queries-companies.ts';
import type { Catalogue, CatalogueItem } from '../compliance-items/queries-catalogue.ts';
import type { CatalogueOfVersion } from '../compliance-items/queries-edition.ts';
import { NOTHING_OWN, ViewedDays } from '../tracker/item-days.ts';
import { findTarget, itemNotFound } from '../tracker/require-item.ts';

/** One occurrence of one obligation, with the companies that are in its filing run (R-filing-runs-1). */
export interface RunOfCompanies {
  readonly item: CatalogueItem;
  /** Nominal day. */
  readonly day: Temporal.PlainDate;
  readonly companies: readonly OwnCompany[];
  /** Those of which it isn't known, as they can't be read (R-clients-7). */
  readonly unreadable: readonly OwnCompany[];
}

interface Asked {
  readonly session: Session;
  readonly catalogue: CatalogueOfVersion;
  readonly itemId: string;
  /** ISO; for one of the companies it may be an extension's day. */
  readonly forDate: string;
  readonly today: Temporal.PlainDate;
}

/**
 * The companies of the caller that an obligation falls due in on a day, and in which they may record.
 * @throws AppError missing when there is no such obligation
 */
export async function readRun(
  { database: { pool }, log }: Pick<Services, 'database' | 'log'>,
  asked: Asked,
): Promise<RunOfCompanies> {
  const { session, catalogue, today } = asked;
  const [companies, item] = await Promise.all([readOwnCompanies(pool, session), findItem(pool, catalogue, asked)]);
  const forDate = new ViewedDays(item.id, { item: item.days, own: NOTHING_OWN }, null).nominalDayOf(asked.forDate);
  const day = Temporal.PlainDate.from(forDate.slice(0, 10));
  const mine = companies.filter((company) => can(actorOf({ ...session, ...company }), 'filing-runs.read'));
  const having = new Set<OwnCompany>();
  const reading = { session, catalogue: { ...catalogue, items: [item] }, today };
  const read = async (some: readonly OwnCompany[]) => {
    for await (const [company, , items] of readItemsOf(pool, some, reading, { from: day, to: day })) {
      if (items.length > 0) having.add(company);
    }
  };
  const unreadable = await eachCompany(mine, read, { log, doing: 'reading a company for a filing run' });
  for (const company of unreadable) having.delete(company);
  return { item, day, companies: [...having], unreadable };
}

async function findItem(
  pool: Services['database']['pool'],
  { items }: Catalogue,
  { itemId }: Asked,
): Promise<CatalogueItem> {
  const find = (wanted: string | null) => items.find(({ id }) => id === wanted);
  const item = find(itemId) ?? find(await findTarget(pool, itemId));
  if (!item) throw itemNotFound();
  return item;
}
