import { load } from '@cashfreepayments/cashfree-js';
import { expect, test, vi } from 'vitest';
import { CheckoutUnavailable, openCashfree } from './open-cashfree.ts';

vi.mock('@cashfreepayments/cashfree-js', () => ({ load: vi.fn() }));

const ORDER = {
  order_id: `order_${'0'.repeat(32)}`,
  cf_order_id: '1',
  payment_session_id: 'session',
  order_amount: 3999,
  order_currency: 'INR',
  provider: 'cashfree',
  mode: 'production',
} as const;

test('the checkout takes this window, in the mode that the server said', async () => {
  const checkout = vi.fn(async () => undefined);
  vi.mocked(load).mockResolvedValue({ checkout });
  await openCashfree(ORDER);
  expect(load).toHaveBeenCalledWith({ mode: 'production' });
  expect(checkout).toHaveBeenCalledWith({ paymentSessionId: 'session', redirectTarget: '_self' });
});

test('a script that does not load is another failure than a checkout that does not open', async () => {
  vi.mocked(load).mockRejectedValueOnce(new Error('Failed to load Cashfree.js'));
  await expect(openCashfree(ORDER)).rejects.toThrow(CheckoutUnavailable);
  vi.mocked(load).mockResolvedValue({
    checkout: async () => ({ error: { message: 'payment_session_id is invalid' } }),
  });
  await expect(openCashfree(ORDER)).rejects.not.toBeInstanceOf(CheckoutUnavailable);
});
