import { listRegistrations } from '@anupalan/contract/company/registrations';
import { updateStatus } from '@anupalan/contract/status-history';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, hold, serve, success } from '../../../../test/fake-server.ts';
import { show } from '../../../../test/show.tsx';
import { makeItem, TODAY } from '../../compliance-items/items.fixture.ts';
import { StatusForm } from '../status-form.tsx';
import { MissingNumbers } from './number-lines.tsx';
import { useNumberLines } from './use-number-lines.ts';

const DAY = Temporal.PlainDate.from('2026-11-15');
const RECORDED = new Map();
const ACTOR = { userId: 'asha', role: 'premium', impersonating: false, member: 'owner', plan: 'premium' } as const;

function Tracking() {
  const item = { ...makeItem(), registrationKind: 'esi' } as const;
  const numbers = useNumberLines(item, { day: DAY, legal: DAY, entry: undefined, recorded: RECORDED, today: TODAY });
  return (
    <StatusForm
      itemId={item._id}
      actor={ACTOR}
      recorded={RECORDED}
      day={DAY}
      onDay={() => {}}
      today={TODAY}
      line={numbers.about}
      isHeld={numbers.missing !== null}
    >
      {numbers.missing && <MissingNumbers {...numbers.missing} />}
    </StatusForm>
  );
}

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update Status' });

test('nothing is recorded about all numbers as long as they are not known', async () => {
  const { answering, letGo } = hold(() => success([]));
  serve(listRegistrations, answering);
  const sent = serve(updateStatus, () => failure(500, 'Failed'));
  const user = show(<Tracking />);
  await screen.findByText('Loading registration numbers…');
  expect(button().disabled).toBe(true);
  await user.click(button());
  expect(sent).toEqual([]);
  letGo();
  await waitFor(() => expect(button().disabled).toBe(false));
  expect(screen.queryByText('Loading registration numbers…')).toBeNull();
});

test('where they fail to load, that is said, and they can be asked for again', async () => {
  serve(listRegistrations, () => failure(400, 'Failed'));
  const user = show(<Tracking />);
  await screen.findByText('The registration numbers could not be loaded');
  expect(button().disabled).toBe(true);
  serve(listRegistrations, () => success([]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(button().disabled).toBe(false));
});
