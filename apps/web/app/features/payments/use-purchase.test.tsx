import { createOrder } from '@anupalan/contract/payments';
import { getOwnProfile } from '@anupalan/contract/users';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, hold, serve, success } from '../../../test/fake-server.ts';
import { makeUser } from '../../../test/people.ts';
import { Address, show } from '../../../test/show.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { usePurchase } from './use-purchase.ts';

const ORDER = {
  order_id: `order_${'0'.repeat(32)}`,
  cf_order_id: '1',
  payment_session_id: 'session_1',
  order_amount: 3999,
  order_currency: 'INR',
  provider: 'cashfree',
  mode: 'sandbox',
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.setItem('token', 'asha');
  serve(getOwnProfile, () => success({ user: makeUser('Asha') }));
});

function Purchase() {
  const { start, busy } = usePurchase();
  return (
    <>
      <button type="button" onClick={() => start()} disabled={busy}>
        {busy ? 'Processing...' : 'Buy'}
      </button>
      <Address />
    </>
  );
}

function showPurchase() {
  const user = show(<Purchase />, { at: '/profile' });
  return () => user.click(screen.getByRole('button'));
}

function button() {
  const { textContent, disabled } = screen.getByRole<HTMLButtonElement>('button');
  return [textContent, disabled];
}

function address() {
  return screen.getByLabelText('Address').textContent;
}

/** Shows the page as the browser does: anew, or again as it was left. */
function comeBack(persisted: boolean) {
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })));
}

test('the button is busy until the page is left for the checkout, and free again for who comes back to it', async () => {
  serve(createOrder, () => Response.json({ status: 'success', data: ORDER }, { status: 201 }));
  const buy = showPurchase();
  await buy();
  await waitFor(() => expect(sessionStorage.getItem('checkout-order')).toBe(ORDER.order_id));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(button()).toEqual(['Processing...', true]);
  comeBack(false);
  expect(button()).toEqual(['Processing...', true]);
  comeBack(true);
  await waitFor(() => expect(button()).toEqual(['Buy', false]));
});

test('the local checkout is a page of this application', async () => {
  const { answering, letGo } = hold(() =>
    Response.json({ status: 'success', data: { ...ORDER, provider: 'local' } }, { status: 201 }),
  );
  serve(createOrder, answering);
  const buy = showPurchase();
  await buy();
  expect(button()).toEqual(['Processing...', true]);
  letGo();
  await waitFor(() => expect(address()).toBe('/payment/local?session=session_1'));
  expect(sessionStorage).toHaveLength(0);
});

test('a refused order says why on the plans, and who one is is asked again', async () => {
  serve(createOrder, () => failure(409, 'You are already on this plan'));
  const buy = showPurchase();
  await screen.findByRole('button', { name: 'Buy' });
  const asked = serve(getOwnProfile, () => success({ user: makeUser('Asha', 'premium') }));
  await buy();
  expect(await screen.findByText('You are already on this plan')).toBeTruthy();
  await waitFor(() => expect(address()).toBe('/plans'));
  await waitFor(() => expect(asked).toHaveLength(1));
  await waitFor(() => expect(button()).toEqual(['Buy', false]));
});
