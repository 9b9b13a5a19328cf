import type { Column } from '../../../platform/files/tables/table.ts';
import { readEvidenceOfSubjects } from '../queries-evidence.ts';
import { readPayments } from '../queries-payments.ts';
import { openRecorded } from './open-recorded.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Paid on', kind: 'day', width: 11 },
  { title: 'Act', kind: 'text', width: 32 },
  { title: 'Obligation', kind: 'text', width: 34 },
  { title: 'Amount (Rs)', kind: 'money', width: 15 },
  { title: 'Description', kind: 'text', width: 34 },
  { title: 'Evidence', kind: 'text', width: 26 },
  { title: 'Recorded by', kind: 'text', width: 18 },
  { title: 'Recorded at', kind: 'moment', width: 18 },
];

/** The register of payments, by the day they were paid on. */
export const openPayments = openRecorded({
  title: 'Payments register',
  columns: COLUMNS,
  counted: 'payment_dates',
  read: async function* ({ db }, { session }, { items, days }) {
    const byId = new Map(items.map((of) => [of.item.id, of]));
    for await (const payments of readPayments(db, session, [...byId.keys()], days)) {
      const ids = payments.map(({ id }) => id);
      const evidence = await readEvidenceOfSubjects(db, session.workspaceId, ids);
      for (const { id, itemId, day, amountPaise, description, by, at } of payments) {
        const of = byId.get(itemId);
        if (!of) continue;
        const files = (evidence.get(id) ?? []).map(({ name }) => name).join(', ');
        yield [of, [day, of.act, of.item.title, Number(amountPaise), description, files, by, at]];
      }
    }
  },
});
