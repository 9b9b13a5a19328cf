import type { FilingRow } from '@anupalan/contract/people/filing-runs';
import { expect, test } from 'vitest';
import { changeDraft, draftOf, markOpenAsDone, toEntries, withoutRecorded } from './run-drafts.ts';

const A = '0199f000-0000-7000-8000-00000000000a';
const B = '0199f000-0000-7000-8000-00000000000b';
const row = (companyId: string, change: Partial<FilingRow> = {}): FilingRow => ({
  companyId,
  companyName: 'Rao & Sons',
  status: null,
  waiting: null,
  filing: null,
  note: '',
  checker: null,
  evidenceRequired: false,
  files: 0,
  ...change,
});

test('whoever types a number means done', () => {
  expect(draftOf(changeDraft({}, A, { number: '7' }), A).status).toBe('done');
  expect(draftOf(changeDraft({}, A, { note: 'Asked' }), A).status).toBeNull();
});

test('nil is done, without an amount', () => {
  const drafts = changeDraft(changeDraft({}, A, { amount: '10', paidOn: '2026-12-01' }), A, { nil: true });
  expect(draftOf(drafts, A)).toMatchObject({ status: 'done', nil: true, amount: '', paidOn: '' });
});

test('all that is open is marked as done, and nothing else is changed', () => {
  const drafts = markOpenAsDone(changeDraft({}, B, { status: 'on-hold' }), [
    row(A),
    row(B),
    row('settled', { status: 'done' }),
    row('waits', { waiting: 'done' }),
  ]);
  expect(Object.keys(drafts).toSorted()).toEqual([A, B].toSorted());
  expect([draftOf(drafts, A).status, draftOf(drafts, B).status]).toEqual(['done', 'on-hold']);
});

test('entries leave out what says nothing, and tell what is wrong', () => {
  const drafts = changeDraft(
    changeDraft({ empty: draftOf({}, A) }, A, { amount: '1,20,000.50', paidOn: '2026-12-01' }),
    B,
    {
      amount: '5',
    },
  );
  const { entries, faults } = toEntries(drafts);
  expect(entries).toMatchObject([{ companyId: A, status: 'done', amount: 120_000.5 }]);
  expect(faults).toEqual({ [B]: 'An amount needs the day on which it was paid, and that day an amount' });
});

test('what was recorded is no draft any more', () => {
  const drafts = changeDraft(changeDraft({}, A, { number: '1' }), B, { number: '2' });
  expect(Object.keys(withoutRecorded(drafts, new Set([A])))).toEqual([B]);
});
