import type { Client, ClientFilters, ClientNeed, ClientOrder } from '@anupalan/contract/people/clients';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import type { CompanySummary } from './queries.ts';
import type { OwnCompany } from './queries-companies.ts';

export function presentClient(company: OwnCompany, summary: CompanySummary, today: Temporal.PlainDate): Client {
  const { states, employeeCount, overdue, dueSoon, waiting, onTime, closedWithEvidence, nextDue } = summary;
  return {
    _id: company.companyId,
    companyName: company.companyName,
    role: company.member.role,
    plan: company.plan,
    states: [...states],
    employeeCount,
    overdue,
    dueSoon,
    waiting,
    onTime,
    closedWithEvidence,
    nextDue: nextDue === null ? null : toIsoMidnight(today.add({ days: nextDue })),
  };
}

const NEEDS: Readonly<Record<ClientNeed, (client: Client) => boolean>> = {
  overdue: ({ overdue }) => overdue > 0,
  'due-soon': ({ dueSoon }) => dueSoon > 0,
  waiting: ({ waiting }) => waiting > 0,
};

/** What comes first in each order: the smaller number. Names decide between equals, as the list comes by name. */
const ORDERS: Readonly<Record<Exclude<ClientOrder, 'name'>, (client: Client) => number>> = {
  overdue: ({ overdue }) => -overdue,
  'due-soon': ({ dueSoon }) => -dueSoon,
  waiting: ({ waiting }) => -waiting,
  'on-time': ({ onTime: { done, of } }) => (of === 0 ? Number.POSITIVE_INFINITY : done / of),
  'next-due': ({ nextDue }) => (nextDue === null ? Number.POSITIVE_INFINITY : Date.parse(nextDue)),
};

/**
 * A company whose figures can't be read (R-clients-7): it stands in the list with nothing but its name, so that nobody takes
 * it for one in which nothing is due.
 */
export function presentUnreadable({ companyId, companyName, member, plan }: OwnCompany): Client {
  return {
    ...{ _id: companyId, companyName, role: member.role, plan, states: [], employeeCount: 1 },
    ...{ overdue: 0, dueSoon: 0, waiting: 0, nextDue: null, unreadable: true },
    ...{ onTime: { done: 0, of: 0 }, closedWithEvidence: { done: 0, of: 0 } },
  };
}

/** The clients that a filter chooses, in its order; they come by name (R-clients-3). */
export function chooseClients(clients: readonly Client[], { needs, sort }: ClientFilters): Client[] {
  const chosen = needs ? clients.filter(NEEDS[needs]) : [...clients];
  if (sort === 'name') return chosen;
  const rank = ORDERS[sort];
  return chosen.toSorted((one, other) => compare(rank(one), rank(other)));
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
