import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { StatusEntry } from '@anupalan/contract/status-history';
import { call, team } from '../status-history/checks/team.fixture.ts';

/** The heads of a file of past statuses. */
export const HEADS =
  'Act,Obligation,Due date,Status,Note,Number,Filed on,Amount,Paid on,Nil,Registration number,Reason without evidence';

/** An item with what is recorded about it, as the owner of the team sees it. */
export async function itemOf(id: string): Promise<ComplianceItem> {
  const { data } = (await call(team.owner, 'GET', '/compliance/data?from=2025-01-01&to=2027-06-01')).json();
  return data.find((item: ComplianceItem) => item._id === id);
}

export const dayOf = ({ statusHistory }: ComplianceItem, day: string): StatusEntry | undefined =>
  statusHistory.find(({ date }) => date.startsWith(day));
