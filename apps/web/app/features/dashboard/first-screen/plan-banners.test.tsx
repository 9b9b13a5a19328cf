import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../../test/show.tsx';
import { PlanBanners } from './plan-banners.tsx';

const FIELD = {
  _id: 'penalty',
  name: 'Penalty',
  description: '',
  accessLevel: 'premium',
  order: 1,
  isFreeUser: false,
  isPremiumUser: true,
  type: 'text',
  required: false,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
  createdBy: null,
} as const;

function showBanners(userId = 'asha') {
  const plan = { role: 'user', company: null } as const;
  return show(<PlanBanners userId={userId} {...plan} fields={[FIELD]} />);
}

test('banners are whole the first time and fold afterwards, each until somebody unfolds it', async () => {
  showBanners();
  expect(screen.getByText('On the free plan, Penalty stays hidden.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show all of it' })).toBeNull();
  cleanup();
  const user = showBanners();
  const [warning, offer] = screen.getAllByRole('button', { name: 'Show all of it', expanded: false });
  if (!warning || !offer) throw new Error('The banners are not folded');
  await user.click(warning);
  expect(screen.getByRole('button', { name: 'Show less', expanded: true })).toBe(warning);
  expect(screen.getByRole('button', { name: 'Show all of it', expanded: false })).toBe(offer);
});

test('who has not seen them finds them whole, whoever else has', () => {
  showBanners();
  cleanup();
  showBanners('binod');
  expect(screen.queryByRole('button', { name: 'Show all of it' })).toBeNull();
});
