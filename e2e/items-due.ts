import { todayInIndia, toIsoMidnight } from '@anupalan/domain/calendar-day';
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
  const answer = await fetch(`${server.url}/api/compliance/data`, { headers });
  const { data } = (await answer.json()) as { data: object[] };
  const json = { status: 'success', data: makeItemsDue(data[0], days) };
  await page.route(/\/api\/compliance\/data$/, (route) => route.fulfill({ json }));
}

/** Items alike. */
function makeItemsDue(item: object | undefined, days: readonly number[]): object[] {
  const today = todayInIndia(Temporal.Now.instant());
  return Array.from({ length: days.length * ON_A_DAY }, (_, index) => {
    const due = toIsoMidnight(today.add({ days: days[index % days.length] ?? 0 }));
    return {
      ...item,
      _id: `01990000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      trackedFrom: toIsoMidnight(today.subtract({ days: 30 })),
      statusHistory: [],
      movedDays: [],
      dueDate: { date: due, frequency: 'once', nextDueDate: null, description: '', reminderDays: [] },
    };
  });
}
