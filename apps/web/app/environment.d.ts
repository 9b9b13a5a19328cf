/** The year of the build, from `vite.config.ts`: static pages and the browser must print the same. */
declare const __BUILD_YEAR__: number;

interface ImportMetaEnv {
  readonly FOOTER_CREDIT?: string;
  readonly FOOTER_CREDIT_URL?: string;
  readonly SUPPORT_EMAIL?: string;
}

/** The provider's loader comes without types; these are of what is used. */
declare module '@cashfreepayments/cashfree-js' {
  interface Checkout {
    readonly paymentSessionId: string;
    readonly redirectTarget: '_self';
  }
  interface Cashfree {
    checkout(options: Checkout): Promise<{ readonly error?: { readonly message?: string } } | undefined>;
  }
  /** Null outside a browser. */
  export function load(options: { readonly mode: 'sandbox' | 'production' }): Promise<Cashfree | null>;
}
