import { load } from '@cashfreepayments/cashfree-js';
import { expect, test, vi } from 'vitest';
import { CheckoutUnavailable, openCashfree } from './open-cashfree.ts';

vi.mock('@cashfreepayments/cashfree-js', () => ({ load: vi.fn() }));

const CHECKOUT = { payment_session_id: 'session', mode: 'production' } as const;

test('the checkout takes this window, in the mode that the server said', async () => {
  const checkout = vi.fn(async () => undefined);
  vi.mocked(load).mockResolvedValue({ checkout });
  await openCashfree(CHECKOUT);
  expect(load).toHaveBeenCalledWith({ mode: 'production' });
  expect(checkout).toHaveBeenCalledWith({ paymentSessionId: 'session', redirectTarget: '_self' });
});

test('a script that does not load is another failure than a checkout that does not open', async () => {
  vi.mocked(load).mockRejectedValueOnce(new Error('Failed to load Cashfree.js'));
  await expect(openCashfree(CHECKOUT)).rejects.toThrow(CheckoutUnavailable);
  vi.mocked(load).mockResolvedValue({
    checkout: async () => ({ error: { message: 'payment_session_id is invalid' } }),
  });
  await expect(openCashfree(CHECKOUT)).rejects.not.toBeInstanceOf(CheckoutUnavailable);
});
