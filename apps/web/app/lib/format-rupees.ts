const RUPEES = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
});

/** An amount of rupees as `₹3,999`; paise only when there are some. */
export function formatRupees(amount: number): string {
  return RUPEES.format(amount);
}
