/** A band of a rule: by how late it is, in completed months or in days, or by which offence it is. */
export interface Band {
  readonly from: number;
  /** Null for the last one. */
  readonly to: number | null;
  readonly unit: 'months' | 'days' | 'offence';
  /** Percent of a month or a year, at most two decimals. */
  readonly rate: number | null;
  readonly per: 'month' | 'year' | null;
  readonly rupees: number | null;
  readonly rupeesMin: number | null;
  readonly rupeesMax: number | null;
  readonly imprisonmentMonthsMax: number | null;
}

/** From what a rule counts: the due day, when tax was or should have been deducted, when a sum became payable. */
export const COUNTED_FROM = ['due-date', 'deduction-date', 'deductible-date', 'payable-date'] as const;

/** Refusal of a day to count from that is after the payment. */
export const COUNTED_AFTER_PAYMENT = 'It can only count from a day on or before the payment';

/** Something that lateness costs: interest, damages, a fee or a fine (R-law-6). */
export interface LateCostRule {
  readonly key: string;
  readonly title: string;
  readonly kind:
    | 'percent-per-year'
    | 'percent-per-month'
    | 'rupees-per-day'
    | 'bands-percent'
    | 'bands-rupees'
    | 'range';
  /** Percent, or rupees of a day; null where `bands` say it. At most two decimals. */
  readonly rate: number | null;
  readonly bands: readonly Band[];
  /** Whether the band that is reached goes for the whole delay, or each month has its own. */
  readonly apply: 'whole-delay' | 'each-month' | null;
  /** Whether months run from the first day, or are those of the calendar that the delay touches. */
  readonly months: 'running' | 'calendar' | null;
  /** What the sum can't exceed: the amount that was due, or the tax. */
  readonly cap: 'amount-due' | 'tax' | null;
  readonly countedFrom: (typeof COUNTED_FROM)[number];
  /** Within the grace nothing is owed; after it, from the first day on or from its end. */
  readonly grace: {
    readonly n: number;
    readonly unit: 'days' | 'months';
    readonly then: 'from-start' | 'from-grace-end';
  } | null;
  /** ISO days; a rule holds for delays whose due day lies between them (R-law-7). */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

/** A payment that was late, or will be. */
export interface Delay {
  /** Paise of what was due, or of the tax that a fee is capped by. */
  readonly amount: number;
  readonly dueOn: Temporal.PlainDate;
  readonly paidOn: Temporal.PlainDate;
  /** The day the rule counts from: the due day, or when the tax was deducted or the sum payable. */
  readonly countedFrom: Temporal.PlainDate;
}
