import type { ReportLine, StatusReport } from '@anupalan/contract/people/reports';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import { statusOn } from '@anupalan/domain/occurrence';
import type { ReportLine as Line } from '@anupalan/domain/reports/month-report';
import type { ReportOfCompany } from './queries.ts';
import { describePreparer } from './queries-people.ts';
import { NO_ACT } from './report-duty.ts';
import type { ReportedItem } from './reported-item.ts';

/** The report as it is answered and mailed. */
export function presentReport(made: ReportOfCompany): StatusReport {
  const { company, first, today, preparer, report, actNames } = made;
  const actOf = ({ due, actId }: ReportedItem) => due.act ?? actNames.get(actId) ?? '';
  return {
    companyId: company._id,
    companyName: company.companyName,
    month: first.toString().slice(0, 7),
    madeOn: toIsoMidnight(today),
    preparedBy: describePreparer(preparer, company._id),
    companyEmail: company.companyEmail,
    standing: report.standing,
    onTime: report.onTime,
    closedWithEvidence: report.closedWithEvidence,
    due: report.due.map(({ actId, lines }) => ({
      actId: actId === NO_ACT ? null : actId,
      act: lines[0] ? actOf(lines[0].item) : '',
      lines: lines.map((line) => ({ ...itemOf(line.item), ...dayOf(line, today), record: recordOf(line, made) })),
    })),
    next: report.next.map((line) => ({ ...itemOf(line.item), act: actOf(line.item), ...dayOf(line, today) })),
    before: report.before.map(({ item, open, count }) => ({
      ...itemOf(item),
      act: actOf(item),
      open: open.map((line) => dayOf(line, today)),
      count,
    })),
  };
}

function itemOf({ due }: ReportedItem): Pick<ReportLine, 'itemId' | 'title' | 'own' | 'eventId'> {
  const { id, title, act, eventId } = due;
  if (eventId !== undefined) return { itemId: id, title, eventId };
  return { itemId: id, title, ...(act !== undefined && { own: true }) };
}

function dayOf({ item, day, iso, legal, standing }: Line<ReportedItem>, today: Temporal.PlainDate) {
  const entry = item.entries.get(iso);
  const recorded = new Map(entry ? [[iso, entry.current] as const] : []);
  const isPart = entry?.numbers && (standing === 'late' || standing === 'open');
  return {
    day: toIsoMidnight(legal),
    standing,
    status: entry?.waiting ?? statusOn(day, { recorded, today }, legal),
    ...(isPart && { numbers: entry.numbers }),
  };
}

function recordOf({ item, day }: Line<ReportedItem>, { names }: ReportOfCompany): ReportLine['record'] {
  const record = item.entries.get(`${day}`)?.record;
  if (!record) return null;
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  const { at, by, checkedBy, registrationNumber, note, filing } = record;
  return { at: at.toISOString(), by: nameOf(by), checkedBy: nameOf(checkedBy), registrationNumber, note, filing };
}
