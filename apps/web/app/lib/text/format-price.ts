const RUPEES = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
});

/** Amount in rupees as `₹3,999`; paise only when there are some. */
export function formatPrice(amount: number): string {
  return RUPEES.format(amount);
}
