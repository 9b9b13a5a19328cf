/** Under it is whatever is known of payments. */
export const PAYMENTS_KEY = ['payments', 'list'] as const;
