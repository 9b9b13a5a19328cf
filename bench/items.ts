import { loadCatalogue } from '../apps/server/src/features/catalogue/commands-load.ts';
import { readEdition } from '../apps/server/src/features/catalogue/edition.ts';
import type { Database } from '../apps/server/src/platform/postgres/database.ts';

/** Loads so many items of the shipped catalogue, repeating it as often as that takes; each applies to every company. */
export async function loadItems({ db }: Database, count: number): Promise<void> {
  const edition = await readEdition();
  // Limits and conditions are lifted, because no single company meets all of them.
  const shipped = edition.items.map((item) => ({ ...item, maxEmployees: 0, conditions: [], belowLimit: null }));
  const rounds = Array.from({ length: Math.ceil(count / shipped.length) }, (_, round) =>
    shipped.map((item) => ({ ...item, key: round === 0 ? item.key : `${item.key}-${round}` })),
  );
  await loadCatalogue(db, { ...edition, items: rounds.flat().slice(0, count) });
}
