import { matchFilingRun } from '@anupalan/contract/people/filing-runs';
import { getOwnProfile } from '@anupalan/contract/users';
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { serve, success } from '../../../../test/fake-server.ts';
import { takeUploads } from '../../../../test/fake-uploads.ts';
import { makeMember, makeUser } from '../../../../test/people.ts';
import { pass, show } from '../../../../test/show.tsx';
import { evidenceId, makeEvidence } from '../../evidence/evidence.fixture.ts';
import { useHeap } from './use-heap.ts';

const OF = { itemId: '0199f000-0000-7000-8000-00000000000a', day: '2026-12-15' };
const NOTHING = { companyId: null, registrationId: null, why: '', among: [], number: null, amount: null, day: null };

function Dropped() {
  const { uploads, files } = useHeap(OF, [], {});
  const drop = () => uploads.add([new File(['%PDF-1.7'], 'challan.pdf', { type: 'application/pdf' })]);
  return (
    <button type="button" onClick={drop}>
      {files.map(({ match }) => match?.text).join()}
    </button>
  );
}

test('what waits is asked about again for five minutes, and once more so after each drop', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.setItem('token', 'asha');
  serve(getOwnProfile, () => success({ user: makeUser('Asha'), member: makeMember({ role: 'member' }) }));
  let text = 'waiting';
  const asked = serve(matchFilingRun, ({ body }) => {
    const { evidenceIds } = matchFilingRun.body.parse(body);
    return success(
      evidenceIds.map((id) => ({ ...NOTHING, evidenceId: id, text, mismatch: [], sameAs: [], sameElsewhere: [] })),
    );
  });
  const sent = takeUploads();
  show(<Dropped />);
  const drop = async (number: number) => {
    await act(async () => screen.getByRole('button').click());
    await vi.waitFor(() => expect(sent).toHaveLength(number));
    const data = { ...makeEvidence(number, { subject: null }), sameFile: [] };
    await act(async () => sent[number - 1]?.answer(201, { status: 'success', data }));
    await vi.waitFor(() => expect(screen.getByRole('button').textContent).toMatch(/waiting$/));
  };
  const wait = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) await pass(5_500);
  };
  await drop(1);
  await wait(65);
  expect(asked).toHaveLength(1 + 60);
  await drop(2);
  text = 'none';
  await wait(2);
  expect(screen.getByRole('button').textContent).toBe('none,none');
  expect(asked.at(-1)?.body).toMatchObject({ evidenceIds: [evidenceId(1), evidenceId(2)] });
});
