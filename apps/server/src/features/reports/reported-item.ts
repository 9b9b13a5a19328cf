import type { ReportItem } from '@anupalan/domain/reports/month-report';
import type { DueItem } from '../clients/due-item.ts';
import type { DayEntry } from './queries-entries.ts';

/** An item of a company, or a duty of an event, with what was recorded of it. */
export interface ReportedItem extends ReportItem<DayEntry> {
  readonly due: Pick<DueItem, 'id' | 'title' | 'act'> & {
    /** Of a duty: its event. */
    readonly eventId?: string;
  };
}
