import { listComplianceItems } from '@anupalan/contract/compliance-items';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { failure, hold, serve, success } from '../../../test/fake-server.ts';
import { show } from '../../../test/show.tsx';
import { makeAct, makeItem } from '../compliance-items/items.fixture.ts';
import { ExtensionForm } from './extension-form.tsx';

const WAGES = makeAct('01990000-0000-7000-8000-00000000000a', 'Code on Wages, 2019');
const make = (digit: number, title: string, state: 'Goa' | '-' = 'Goa') =>
  makeItem({ _id: `01990000-0000-7000-8000-00000000001${digit}`, actId: WAGES._id, title, state });

/** Opens the list of obligations, of which these are there. */
async function openList(typed: string) {
  const user = show(<ExtensionForm onDone={vi.fn()} onCancel={vi.fn()} />);
  await user.type(screen.getByRole('combobox', { name: 'Obligation' }), typed);
}

test('obligations have their state, once', async () => {
  serve(listComplianceItems, () =>
    success([make(1, 'Bonus'), make(2, 'Revised rates, Goa'), make(3, 'Gratuity (Goa too)', '-')]),
  );
  await openList('Goa');
  const options = await screen.findAllByRole('option', { hidden: true });
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Bonus (Goa)',
    'Revised rates, Goa',
    'Gratuity (Goa too)',
  ]);
});

test('of obligations that could not be loaded it says so, and not that there is none', async () => {
  serve(listComplianceItems, () => failure(500, 'The database is away'));
  await openList('Bonus');
  expect(await screen.findByText('The obligations could not be loaded')).toBeTruthy();
});

test('as long as they load, it says so', async () => {
  const { answering, letGo } = hold(() => success([]));
  serve(listComplianceItems, answering);
  await openList('Bonus');
  expect(await screen.findByText('Loading…')).toBeTruthy();
  letGo();
  expect(await screen.findByText('No such obligation')).toBeTruthy();
});
