import { expect, test } from 'vitest';
import { writeCalendar } from './write-calendar.ts';

test('a sequence has 31 bits, whenever its entry was moved', async () => {
  const day = Temporal.PlainDate.from('2026-12-15');
  const entry = {
    ...{ uid: 'a@anupalan', day, at: null, company: null, moved: null, changedAt: 0 },
    ...{ alarms: [], status: null, isWaiting: false, act: '', notes: [], path: '/', title: 'PF' },
  };
  const moments = [0, Date.UTC(2026, 0), Date.UTC(2199, 0)];
  const entries = moments.map((movedAt) => ({ ...entry, movedAt }));
  const text = await writeCalendar({
    name: 'Due days',
    entries,
    leftOut: 0,
    unreadable: [],
    site: 'https://example.in',
  });
  expect(text.match(/SEQUENCE:\d+/g)).toEqual(['SEQUENCE:0', 'SEQUENCE:189388800', 'SEQUENCE:2147483647']);
});
