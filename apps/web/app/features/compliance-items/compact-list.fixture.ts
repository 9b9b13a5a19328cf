import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { CompactItem, CompactItems } from '@anupalan/contract/fields/compact-items';

/** Items as the server answers them in the compact shape (R-api-27); provenance is left out. */
export function makeList(items: readonly ComplianceItem[]): CompactItems[] {
  const texts = new Table<string>();
  const values = new Table<ComplianceItem['values'][string]>();
  const people = new Table<string>();
  const notes = new Table<string>();
  const assignments = new Table<string>();
  const dueDates = new Table<ComplianceItem['dueDate']>();
  const fields = [...new Set(items.flatMap(({ values }) => Object.keys(values)))];
  const person = (id: string | null) => (id === null ? {} : { userId: people.place(id) });

  const compact = items.map((item): CompactItem => {
    const { actId, srNo, title, state, minEmployees, maxEmployees, accessLevel, createdAt, updatedAt } = item;
    return {
      _id: item._id,
      actId: texts.place(actId),
      srNo,
      title,
      description: texts.place(item.description),
      state,
      minEmployees,
      maxEmployees,
      values: fields.map((field) => values.place(item.values[field] ?? { text: '', isLink: false })),
      accessLevel,
      dueDate: dueDates.place(item.dueDate),
      createdAt: texts.place(createdAt),
      updatedAt: texts.place(updatedAt),
      trackedFrom: dayOf(item.trackedFrom),
      statusHistory: item.statusHistory.map(
        ({ complianceId: _, userId, userName: __, history, waiting, lines, ...entry }) => ({
          ...entry,
          ...person(userId),
          date: dayOf(entry.date),
          ...(waiting && { waiting }),
          ...(lines && {
            lines: lines.map(({ waiting: waits, ...line }) => ({ ...line, ...(waits && { waiting: waits }) })),
          }),
          history: history.map(({ note, updatedBy, updatedByName: ___, checkedBy, ...record }) => ({
            ...record,
            ...(checkedBy !== undefined && { checkedBy: people.place(checkedBy) }),
            note: notes.place(note),
            ...(updatedBy !== null && { updatedBy: people.place(updatedBy) }),
          })),
        }),
      ),
      ...(item.statusHistoryTotal !== undefined && { statusHistoryTotal: item.statusHistoryTotal }),
      ...(item.statusHistoryCut && { statusHistoryCut: item.statusHistoryCut }),
      customReminders: item.customReminders.map(({ _id, userId, reminderDate, isAcknowledged, ...times }) => ({
        _id,
        reminderDate,
        ...person(userId),
        ...(isAcknowledged && { isAcknowledged }),
        createdAt: times.createdAt,
        updatedAt: times.updatedAt,
      })),
      assignment: assignments.place(JSON.stringify(item.assignment)),
    };
  });
  return [
    {
      userId: items[0]?.userId ?? '',
      fields,
      items: compact,
      texts: texts.byPlace((text) => text),
      values: values.byPlace(({ locked, isLink, ...value }) => ({
        ...value,
        ...(isLink && { isLink }),
        ...(locked && { locked }),
      })),
      dueDates: dueDates.byPlace(({ date, nextDueDate, ...due }) => ({
        ...due,
        ...(date !== null && { date: dayOf(date) }),
        ...(nextDueDate !== null && { nextDueDate: dayOf(nextDueDate) }),
      })),
      people: people.all.map((_id) => ({ _id })),
      notes: notes.all,
      assignments: assignments.all.map((json) => JSON.parse(json, (_, id) => id ?? undefined)),
    },
  ];
}

class Table<Value> {
  readonly all: Value[] = [];

  place(value: Value): number {
    return this.all.push(value) - 1;
  }

  byPlace<To>(describe: (value: Value) => To): Record<string, To> {
    return Object.fromEntries(this.all.map((value, place) => [String(place), describe(value)]));
  }
}

function dayOf(iso: string): string {
  return iso.slice(0, 10);
}
