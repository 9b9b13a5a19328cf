/** Cashfree's loader ships without types; only the parts in use are declared. */
declare module '@cashfreepayments/cashfree-js' {
  interface Checkout {
    readonly paymentSessionId: string;
    readonly redirectTarget: '_self';
  }
  interface Cashfree {
    checkout(options: Checkout): Promise<{ readonly error?: { readonly message?: string } } | undefined>;
  }
  /** `load` resolves to null outside a browser. */
  export function load(options: { readonly mode: 'sandbox' | 'production' }): Promise<Cashfree | null>;
}
