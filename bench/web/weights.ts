import type { BenchPostgres, Figure, Measure } from '../figure.ts';
import { onNewPage, openApp } from './browser.ts';
import { readBudgets } from './budgets.ts';
import { seedManyAndFew } from './many-and-few.ts';
import { weighPage } from './page-weight.ts';

const MANY = 1_000;
const FEW = 10;

/** Weighs pages as a browser loads them that has nothing of the site yet, against their budgets. */
export async function measureWeights(postgres: BenchPostgres): Promise<Figure[]> {
  await using cleanUp = new AsyncDisposableStack();
  const { many: token } = await seedManyAndFew(postgres.database, { many: MANY, few: FEW });
  const { url, browser } = await openApp(postgres.databaseUrl, cleanUp);
  const figures: Figure[] = [];
  for (const { name, address, shown, signedIn, budget } of readBudgets()) {
    const weight = await onNewPage(browser, { ...(signedIn && { token }), throttle: 1 }, (page) =>
      weighPage(page, url + address, shown),
    );
    const measures = budget.flatMap(([kind, most]): Measure[] => [
      against(`KB of ${kind}`, weight[kind].bytes / 1_000, most.bytes / 1_000),
      against(`requests of ${kind}`, weight[kind].requests, most.requests),
    ]);
    figures.push({ target: `${name}, with headers`, floor: 'its budget', measures });
  }
  return figures;
}

function against(name: string, target: number, floor: number): Measure {
  return { name, target, floor, ratio: target === floor ? 1 : floor / target };
}
