/**
 * Rupees of one amount at most: just under a thousand crore, far above any single statutory payment and far below where
 * doubles stop telling paise apart.
 */
export const MAX_RUPEES = 9_999_999_999.99;

/**
 * Integer paise, as the database keeps them, from rupees as the API carries them (R-payments-5). Exact: null unless the
 * number is from 0 to {@link MAX_RUPEES} with at most two decimals (1.005 and 0.1 + 0.2 are not).
 */
export function toPaise(rupees: number): number | null {
  if (!(rupees >= 0 && rupees <= MAX_RUPEES)) return null;
  const paise = Math.round(rupees * 100);
  // Rounding is checked by dividing back: below the limit a double is nearest to at most one whole number of paise.
  return paise / 100 === rupees ? paise : null;
}

/** Rupees with at most two decimals, from integer paise (R-payments-5). */
export function toRupees(paise: number): number {
  return paise / 100;
}

const RUPEE_FORMAT = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** Rupees for people: the rupee sign, Indian grouping, two decimals, `₹1,23,456.50` (R-records-8). */
export function formatRupees(rupees: number): string {
  return RUPEE_FORMAT.format(rupees);
}
