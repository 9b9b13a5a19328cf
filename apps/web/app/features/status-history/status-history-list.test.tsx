import { listBroughtPeople } from '@anupalan/contract/people/brought-people';
import { type Evidence, listEvidence } from '@anupalan/contract/proof/evidence';
import { getOwnProfile } from '@anupalan/contract/users';
import { NOTE } from '@anupalan/domain/statuses';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { serve, success } from '../../../test/fake-server.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import { makeEvidence } from '../evidence/evidence.fixture.ts';
import type { DatedRecord } from './history-records.ts';
import { withRecord } from './optimistic-record.ts';
import { StatusHistoryList } from './status-history-list.tsx';

const [MEERA, RAVI] = ['0199f000-0000-7000-8000-0000000000e1', '0199f000-0000-7000-8000-0000000000e2'];
const viewer = makeUser('Asha');

beforeEach(() => {
  localStorage.setItem('token', 'asha');
  serve(getOwnProfile, () => success({ user: viewer, member: makeMember() }));
  serve(listEvidence, () => success([]));
});

const RECORD: DatedRecord = {
  _id: '0199f000-0000-7000-8000-0000000000f1',
  date: '2026-10-15T00:00:00.000Z',
  status: 'done',
  note: '',
  updatedAt: '2026-10-14T06:00:00.000Z',
  updatedBy: viewer._id,
};

function showList(record: Partial<DatedRecord>, files?: readonly Evidence[], canChange = false) {
  return show(
    <StatusHistoryList
      title="Status History"
      itemId="0199f000-0000-7000-8000-0000000000a1"
      records={[{ ...RECORD, ...record }]}
      viewerId={viewer._id}
      takeable={new Set(canChange ? [record._id ?? RECORD._id] : [])}
      filesOf={() => files}
      canChangeNotes={canChange}
    />,
  );
}

test('who recorded and checked without an account here is told by the name that the company brought along', async () => {
  const people = [
    { _id: MEERA, name: 'Meera Iyer' },
    { _id: RAVI, name: 'Ravi Nair' },
  ];
  const asked = serve(listBroughtPeople, () => success({ people, records: [{ record: RECORD._id, by: MEERA }] }));
  showList({ updatedBy: null, checkedBy: RAVI });
  expect(await screen.findByText(/by Meera Iyer · checked by Ravi Nair/)).toBeTruthy();
  expect(asked.map(({ query }) => query)).toEqual([{ item: '0199f000-0000-7000-8000-0000000000a1' }]);
});

test('of somebody who is not among them it says no name', async () => {
  const asked = serve(listBroughtPeople, () => success({ people: [], records: [] }));
  showList({ updatedBy: null });
  expect(await screen.findByText(/by another user/)).toBeTruthy();
  await expect.poll(() => asked.length).toBe(1);
});

test('why there is no evidence is told where none came later', async () => {
  showList({ noEvidenceReason: 'Lost in the flood' }, []);
  expect(await screen.findByText('No evidence: Lost in the flood')).toBeTruthy();
});

test('as long as its files are not known, they are asked for by the record', async () => {
  showList({}, undefined);
  expect((await screen.findByRole('button', { name: 'Evidence of Done, 15/10/2026' })).textContent).toBe('Evidence');
});

test('a file that came later wins over the reason why there was none', async () => {
  showList({ noEvidenceReason: 'Lost in the flood' }, [makeEvidence(1)]);
  expect(await screen.findByText(/^Recorded/)).toBeTruthy();
  expect(screen.queryByText(/No evidence/)).toBeNull();
});

test('of one’s own records nothing is asked', async () => {
  const asked = serve(listBroughtPeople, () => success({ people: [], records: [] }));
  showList({});
  expect(await screen.findByText(/^Recorded/)).toBeTruthy();
  expect(asked).toEqual([]);
});

test.each(['done', NOTE] as const)('what the server has not answered yet (%s) is not asked about', (status) => {
  const about = { complianceId: '', userId: viewer._id, forDate: RECORD.date, note: '', status };
  const [entry] = withRecord([], about, RECORD.updatedAt);
  const [record] = entry?.history ?? [];
  showList({ ...record }, [], true);
  expect(screen.queryAllByRole('button')).toEqual([]);
  showList({ ...record, _id: RECORD._id }, [], true);
  expect(screen.queryAllByRole('button').length).toBeGreaterThan(0);
});
