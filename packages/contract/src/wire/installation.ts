/**
 * What differs between installations and is shown by pages. The web app is built with these placeholders, and the
 * server puts what is set in their place in each page (R-pages-11, R-enquiries-1): no installation needs a build of
 * its own.
 */
export const INSTALLATION = {
  supportEmail: '__SUPPORT_EMAIL__',
  footerCredit: '__FOOTER_CREDIT__',
  footerCreditUrl: '__FOOTER_CREDIT_URL__',
  /** The year of the copyright line. */
  year: '__YEAR__',
} as const;

export type Installation = Readonly<Record<keyof typeof INSTALLATION, string>>;
