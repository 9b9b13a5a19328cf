import { loadCatalogue } from '../apps/server/src/features/catalogue/commands-load.ts';
import { readEdition } from '../apps/server/src/features/catalogue/edition.ts';
import type { Database } from '../apps/server/src/platform/postgres/database.ts';

/** Loads so many items of the shipped catalogue, repeating it as often as that takes; none is bound to a headcount. */
export async function loadItems({ db }: Database, count: number): Promise<void> {
  const edition = await readEdition();
  // Headcounts are lifted, because no single one fits both items for the smallest employers only and all others.
  const shipped = edition.items.map((item) => ({ ...item, maxEmployees: 0 }));
  const rounds = Array.from({ length: Math.ceil(count / shipped.length) }, (_, round) =>
    shipped.map((item) => ({ ...item, key: round === 0 ? item.key : `${item.key}-${round}` })),
  );
  await loadCatalogue(db, { ...edition, items: rounds.flat().slice(0, count) });
}
