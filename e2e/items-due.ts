import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { Page } from '@playwright/test';
import type { Server } from './server.ts';

/** Items on each day, more than any company has. */
const ON_A_DAY = 888;

/**
 * Has a page shown items alike, hundreds of them on each of some days.
 * @param days the days from today
 */
export async function showItemsDue(page: Page, server: Server, token: string, days: readonly number[]): Promise<void> {
  // Asked once and not when the page asks, which it may do at the moment when it is left.
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.url}/api/compliance/data?shape=compact`, { headers });
  const { data } = (await answer.json()) as { data: [{ items: object[] }] };
  const json = { status: 'success', data: [makeItemsDue(data[0], days)] };
  await page.route(/\/api\/compliance\/data\?shape=compact$/, (route) => route.fulfill({ json }));
}

/** Part of an answer with items alike. */
function makeItemsDue({ items, ...part }: { items: object[] }, days: readonly number[]) {
  const today = todayInIndia(Temporal.Now.instant());
  return {
    ...part,
    dueDates: days.map((from) => ({ frequency: 'once', date: today.add({ days: from }).toString() })),
    items: Array.from({ length: days.length * ON_A_DAY }, (_, index) => ({
      ...items[0],
      _id: `01990000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      trackedFrom: today.subtract({ days: 30 }).toString(),
      statusHistory: [],
      dueDate: index % days.length,
    })),
  };
}
