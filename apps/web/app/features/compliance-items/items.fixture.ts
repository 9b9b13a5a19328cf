import type { Act } from '@anupalan/contract/acts';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { StatusEntry } from '@anupalan/contract/status-history';
import type { Frequency } from '@anupalan/domain/recurrence';
import type { Status } from '@anupalan/domain/statuses';
import { type ComplianceRow, deriveRows } from './compliance-row.ts';

const INSTANT = '2026-11-20T08:00:00.000Z';

export const TODAY = Temporal.PlainDate.from('2026-11-21');
export const VIEWER = { _id: 'viewer', role: 'premium' } as const;

/** Sketch of an item; days are ISO (`2026-11-15`). */
export interface Sketch {
  _id?: string;
  actId?: string;
  title?: string;
  state?: ComplianceItem['state'];
  first?: string | null;
  frequency?: Frequency;
  trackedFrom?: string;
  /** Recorded statuses by ISO day. */
  recorded?: Record<string, Status>;
  values?: ComplianceItem['values'];
  description?: string;
  exceptions?: ComplianceItem['dueDate']['exceptions'];
  movedDays?: ComplianceItem['movedDays'];
  own?: true;
}

/** Item from a sketch; the rest is monthly, for all states and tracked for a year. */
export function makeItem(sketch: Sketch = {}): ComplianceItem {
  const { _id = 'item', first = '2026-11-15', frequency = 'monthly', trackedFrom = '2025-11-21' } = sketch;
  return {
    _id,
    actId: sketch.actId ?? 'act',
    srNo: 1,
    title: sketch.title ?? 'File the return',
    description: sketch.description ?? '',
    state: sketch.state ?? '-',
    minEmployees: 0,
    maxEmployees: 0,
    values: sketch.values ?? {},
    accessLevel: 'free',
    dueDate: {
      date: first && midnight(first),
      frequency,
      nextDueDate: null,
      description: '',
      reminderDays: [],
      ...(sketch.exceptions && { exceptions: sketch.exceptions }),
    },
    provenance: null,
    trackedFrom: midnight(trackedFrom),
    statusHistory: Object.entries(sketch.recorded ?? {}).map(([day, status]) => makeEntry(_id, day, status)),
    history: [],
    customReminders: [],
    paymentDates: [],
    submissionDates: [],
    movedDays: sketch.movedDays ?? [],
    ...(sketch.own && { own: sketch.own }),
    possibleExtensions: [],
    assignment: { responsible: null, deputy: null, checker: null },
    userId: VIEWER._id,
    createdBy: null,
    createdAt: INSTANT,
    updatedAt: INSTANT,
  };
}

export function makeEntry(complianceId: string, day: string, status: Status, userId: string = VIEWER._id): StatusEntry {
  const record = { _id: `${complianceId} ${day}`, status, note: '', updatedAt: INSTANT, updatedBy: userId };
  return {
    _id: record._id,
    complianceId,
    userId,
    date: midnight(day),
    current: status,
    history: [record],
    waiting: null,
    lastUpdated: INSTANT,
    createdAt: INSTANT,
    updatedAt: INSTANT,
  };
}

export function makeAct(_id: string, name: string): Act {
  return {
    _id,
    name,
    state: '-',
    minEmployees: 0,
    maxEmployees: 0,
    description: '',
    createdAt: INSTANT,
    updatedAt: INSTANT,
  };
}

export function makeRows(sketches: readonly Sketch[], acts: readonly Act[] = []): ComplianceRow[] {
  const items = sketches.map((sketch, index) => makeItem({ _id: `item ${index}`, ...sketch }));
  return deriveRows(items, acts, TODAY);
}

function midnight(day: string): string {
  return `${day}T00:00:00.000Z`;
}
