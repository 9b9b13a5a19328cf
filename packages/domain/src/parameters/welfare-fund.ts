import type { RatePeriod } from './professional-tax.ts';

/** Contribution to a welfare fund for one employee: fixed, or by wages (R-law-5). */
export interface WelfareFund {
  /** The period that the shares are of, and how often they are paid. */
  readonly ratePeriod: RatePeriod;
  readonly paid: RatePeriod;
  /** Rupees; null where they go by wages. */
  readonly employee: number | null;
  readonly employer: number | null;
  /** Percent of the wages of the rate's period, at most the cap in rupees. */
  readonly employeeRatePercent: number | null;
  readonly employeeCap: number | null;
  /** How many times the employee's share the employer pays, at most the cap in rupees. */
  readonly employerTimesEmployee: number | null;
  readonly employerCap: number | null;
  /** The least that an employer pays in all, in rupees. */
  readonly employerMinimum: number | null;
}

/** Shares in rupees for one employee and one period of the rate. */
export interface WelfareShares {
  readonly employee: number;
  readonly employer: number;
}

/** The shares; null where they go by wages and none are given (R-law-5). */
export function welfareShares(fund: WelfareFund, wages: number | null): WelfareShares | null {
  const { employee, employer, employeeRatePercent, employerTimesEmployee } = fund;
  if (employee !== null && employer !== null) return { employee, employer };
  if (employeeRatePercent === null || employerTimesEmployee === null || wages === null) return null;
  const share = Math.min(toPaise((wages * employeeRatePercent) / 100), fund.employeeCap ?? Number.POSITIVE_INFINITY);
  const multiple = toPaise(share * employerTimesEmployee);
  return { employee: share, employer: Math.min(multiple, fund.employerCap ?? Number.POSITIVE_INFINITY) };
}

function toPaise(rupees: number): number {
  return Math.round((rupees + Number.EPSILON) * 100) / 100;
}
