/** Year of the build, set by `vite.config.ts`: prerendered pages and the browser must print the same one. */
declare const __BUILD_YEAR__: number;

interface ImportMetaEnv {
  readonly FOOTER_CREDIT?: string;
  readonly FOOTER_CREDIT_URL?: string;
  readonly SUPPORT_EMAIL?: string;
}

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
