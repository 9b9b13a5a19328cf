import type { ProfessionalTax, RatePeriod, Slab } from './professional-tax.ts';
import type { WelfareFund } from './welfare-fund.ts';

const WHOLE_RUPEES = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 0 });

/** Rupees of a rate for people: `₹25,000`, `₹0.75`. */
export function formatRate(rupees: number): string {
  return WHOLE_RUPEES.format(rupees);
}

/** A period as it is added to an amount. */
export const PER_PERIOD: Readonly<Record<RatePeriod, string>> = {
  monthly: 'a month',
  'half-yearly': 'a half-year',
  yearly: 'a year',
};

/** The limits of a slab: "up to ₹24,999", "₹25,000 to ₹40,000", "₹40,001 and more". */
export function describeIncome({ from, to }: Pick<Slab, 'from' | 'to'>): string {
  if (to === null) return from === 0 ? 'any income' : `${formatRate(from)} and more`;
  return from === 0 ? `up to ${formatRate(to)}` : `${formatRate(from)} to ${formatRate(to)}`;
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** The name of a month by its number from 1. */
export function nameOfMonth(month: number): string {
  return MONTHS[month - 1] ?? '';
}

/** Slabs in a line, for telling what changed. */
export function describeProfessionalTax({ period, slabs }: ProfessionalTax): string {
  const parts = slabs.map((slab) => {
    const tax = slab.tax === 0 ? 'nothing' : formatRate(slab.tax);
    const whose = slab.gender === null ? '' : slab.gender === 'male' ? 'men, ' : 'women, ';
    const when = slab.month === null ? '' : ` in ${nameOfMonth(slab.month)}`;
    return `${whose}${describeIncome(slab)}: ${tax}${when}`;
  });
  return `${parts.join('; ')} (${PER_PERIOD[period]})`;
}

/** The shares of a fund in a line. */
export function describeWelfareFund(fund: WelfareFund): string {
  const per = PER_PERIOD[fund.ratePeriod];
  if (fund.employee !== null && fund.employer !== null) {
    return `${formatRate(fund.employee)} of the employee and ${formatRate(fund.employer)} of the employer ${per}`;
  }
  const most = (cap: number | null) => (cap === null ? '' : `, at most ${formatRate(cap)}`);
  return (
    `${fund.employeeRatePercent}% of the employee's wages${most(fund.employeeCap)}, and ` +
    `${fund.employerTimesEmployee} times that of the employer${most(fund.employerCap)}, ${per}`
  );
}
