/** Names under which this tab's storage hands a payment over between the pages of the checkout. */
export const CHECKOUT_KEYS = {
  checkout: 'checkout',
  orderId: 'checkout-order',
  failure: 'checkout-failure',
} as const;
