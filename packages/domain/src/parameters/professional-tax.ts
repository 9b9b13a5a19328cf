/** Periods by whose income a state sets professional tax, and by which welfare funds are paid. */
export const RATE_PERIODS = ['monthly', 'half-yearly', 'yearly'] as const;

export type RatePeriod = (typeof RATE_PERIODS)[number];

/** A slab of whole rupees, both included; `to` is null for the last one. */
export interface Slab {
  readonly from: number;
  readonly to: number | null;
  /** Rupees of the period. */
  readonly tax: number;
  /** The month (1 to 12) in which it replaces the slab of the same limits; null in all others. */
  readonly month: number | null;
  /** Null is everybody. */
  readonly gender: Gender | null;
}

export type Gender = 'male' | 'female';

export interface ProfessionalTax {
  readonly period: RatePeriod;
  readonly slabs: readonly Slab[];
  /** Who pays at all, in words, where the income alone doesn't say. */
  readonly condition: string | null;
}

export interface Earner {
  /** Rupees of the state's own period; they are rounded to whole ones first. */
  readonly salary: number;
  /** The month (1 to 12) that the tax is of. */
  readonly month: number;
  readonly gender: Gender;
}

/** Professional tax of one period in rupees (R-law-4). @throws RangeError when slabs don't cover the income */
export function professionalTax({ slabs }: ProfessionalTax, { salary, month, gender }: Earner): number {
  const income = Math.round(salary);
  const matching = slabs.filter(
    (slab) =>
      (slab.gender === null || slab.gender === gender) &&
      slab.from <= income &&
      (slab.to === null || income <= slab.to),
  );
  const slab = matching.find((one) => one.month === month) ?? matching.find((one) => one.month === null);
  if (!slab) throw new RangeError(`No slab has an income of ${income}`);
  return slab.tax;
}

/** Professional tax of men and of women, which most states have alike (R-law-4). */
export function professionalTaxOfBoth(
  tax: ProfessionalTax,
  earner: Omit<Earner, 'gender'>,
): { readonly men: number; readonly women: number } {
  return {
    men: professionalTax(tax, { ...earner, gender: 'male' }),
    women: professionalTax(tax, { ...earner, gender: 'female' }),
  };
}
