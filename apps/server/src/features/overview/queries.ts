import { MOST_NAMED, type Overview } from '@anupalan/contract/proof/overview';
import { storedDay, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { DAYS_AHEAD, OverviewSums, overviewDays } from '@anupalan/domain/overview/overview';
import type { Database } from '../../platform/postgres/database.ts';
import { getCompany } from '../companies/queries.ts';
import { readCountedItems } from '../exports/queries-items.ts';
import { type RegisterLine, readRegister } from '../exports/queries-register.ts';
import type { Asked } from '../exports/table-source.ts';
import { describePreparer, readPreparer } from '../reports/queries-people.ts';
import { readLateCosts } from './read-late-cost.ts';

/**
 * The company on one page, as its reader sees it (R-overview-1): added up from the lines of the compliance register, so
 * that both agree.
 * @throws AppError not-found where there is no company
 */
export async function readOverview(database: Database, asked: Omit<Asked, 'filters'>): Promise<Overview> {
  const { today, session } = asked;
  const [company, preparer, found] = await Promise.all([
    getCompany(database.db, session.workspaceId),
    readPreparer(database.db, session.userId),
    gather(database, { ...asked, filters: {} }),
  ]);
  const { figures, next, late, wasLate, amounts } = found;
  const costs = await readLateCosts(database.db, [...late, ...wasLate], { amounts, today });
  const known = costs.flatMap(({ amount }) => amount ?? []);
  return {
    companyId: company._id,
    companyName: company.companyName,
    madeOn: toIsoMidnight(today),
    preparedBy: describePreparer(preparer, company._id),
    companyEmail: company.companyEmail,
    month: `${today}`.slice(0, 7),
    ...figures,
    months: [...figures.months],
    next: nameSome(next),
    late: nameSome(late),
    lateCost: {
      total: known.length === 0 ? null : Math.round(known.reduce((sum, amount) => sum + amount, 0) * 100) / 100,
      estimate: costs.some(({ estimate }) => estimate),
      count: costs.length,
      unknown: costs.filter(({ isPartial }) => isPartial).length,
      lines: costs.slice(0, MOST_NAMED).map(({ line, amount, estimate }) => ({
        ...nameLine(line),
        settledOn: line.settledOn === null ? null : toIsoMidnight(storedDay(line.settledOn)),
        ...{ amount, estimate },
      })),
    },
  };
}

/** Reads the register once, and keeps of it what an overview names. */
async function gather(database: Database, asked: Asked) {
  const { today } = asked;
  const days = overviewDays(today);
  const sums = new OverviewSums(today);
  const [next, late, wasLate]: [RegisterLine[], RegisterLine[], RegisterLine[]] = [[], [], []];
  const amounts = new Map<string, { readonly day: string; readonly amount: number }>();
  const [now, last] = [`${today}`, `${today.add({ days: DAYS_AHEAD })}`];
  const items = await readCountedItems(database, asked, days);
  for await (const line of readRegister(database, asked, items, { days })) {
    if (line.outside !== null) continue;
    sums.add(line);
    if (line.standing === 'late') late.push(line);
    else if (line.standing === 'open' && line.legal >= now && line.legal <= last) next.push(line);
    if (line.isDone && (line.lateBy ?? 0) > 0) wasLate.push(line);
    const amount = line.record?.filing?.amount;
    if (amount !== undefined && line.day > (amounts.get(line.itemId)?.day ?? '')) {
      amounts.set(line.itemId, { day: line.day, amount });
    }
  }
  return {
    figures: sums.figures,
    next: next.toSorted(byDay),
    late: late.toSorted(byDay),
    wasLate,
    amounts: new Map([...amounts].map(([id, { amount }]) => [id, amount])),
  };
}

function byDay(one: RegisterLine, other: RegisterLine): number {
  return one.legal < other.legal ? -1 : one.legal > other.legal ? 1 : 0;
}

function nameSome(lines: readonly RegisterLine[]): Overview['next'] {
  return { count: lines.length, lines: lines.slice(0, MOST_NAMED).map(nameLine) };
}

function nameLine({ itemId, eventId, title, act, day, legal }: RegisterLine): Overview['next']['lines'][number] {
  const days = { day: toIsoMidnight(storedDay(day)), legal: toIsoMidnight(storedDay(legal)) };
  return { itemId, ...(eventId !== null && { eventId }), title, act, ...days };
}
