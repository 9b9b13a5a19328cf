import { loadCatalogue } from '../apps/server/src/features/compliance-items/commands-load-catalogue.ts';
import { readEdition } from '../apps/server/src/features/compliance-items/queries-edition.ts';
import type { Database } from '../apps/server/src/platform/database.ts';

/** Loads so many items of the shipped catalogue, as often as that takes; none is bound to a headcount. */
export async function loadItems({ db }: Database, count: number): Promise<void> {
  const edition = await readEdition();
  // No headcount fits what is for the smallest employers only and everything else too.
  const shipped = edition.items.map((item) => ({ ...item, maxEmployees: 0 }));
  const rounds = Array.from({ length: Math.ceil(count / shipped.length) }, (_, round) =>
    shipped.map((item) => ({ ...item, key: round === 0 ? item.key : `${item.key}-${round}` })),
  );
  await loadCatalogue(db, { ...edition, items: rounds.flat().slice(0, count) });
}
