import { Confidence } from '@anupalan/contract/law/sources';
import { RatePeriod, WelfareRate, WelfareReach } from '@anupalan/contract/law/welfare-rate';
import { STATES, type State } from '@anupalan/domain/states';
import { z } from 'zod';
import professionalTax from '../../../../../catalogue/parameters/professional-tax.json';
import welfareFund from '../../../../../catalogue/parameters/welfare-fund.json';

const Row = z.object({
  state: z.enum(STATES),
  key: z.string(),
  /** ISO days. */
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  lastChecked: z.string(),
  legalBasis: z.string(),
  source: z.string(),
  confidence: Confidence,
  notes: z.string(),
});

const TaxRow = Row.extend({
  value: z.object({
    period: RatePeriod,
    slabs: z.array(
      z.object({
        from: z.number(),
        to: z.number().nullable(),
        tax: z.number(),
        month: z.number().nullable(),
        gender: z.enum(['male', 'female']).nullable(),
      }),
    ),
    condition: z.string().nullable(),
  }),
});
export type TaxRow = z.infer<typeof TaxRow>;

const FundRow = Row.extend({
  fund: z.string(),
  value: WelfareRate,
  ...WelfareReach.shape,
});
export type FundRow = z.infer<typeof FundRow>;

/** Rates of a state, the newest value of each first. */
export interface StateRates {
  readonly state: State;
  readonly taxes: readonly TaxRow[];
  readonly funds: readonly FundRow[];
}

/** Rates of the edition that the web was built with, by state; states without any are left out (R-law-14). */
export function listShippedRates(): StateRates[] {
  const taxes = z.array(TaxRow).parse(professionalTax);
  const funds = z.array(FundRow).parse(welfareFund);
  return STATES.map((state) => ({
    state,
    taxes: taxes.filter((row) => row.state === state).sort(newestFirst),
    funds: funds.filter((row) => row.state === state).sort(newestFirst),
  })).filter((rates) => rates.taxes.length + rates.funds.length > 0);
}

function newestFirst(one: z.infer<typeof Row>, other: z.infer<typeof Row>): number {
  return (other.validFrom ?? '').localeCompare(one.validFrom ?? '');
}
