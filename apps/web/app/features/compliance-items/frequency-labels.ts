import type { Frequency } from '@anupalan/domain/recurrence';

/** How often, in words people use. */
export const FREQUENCY_LABELS: Readonly<Record<Frequency, string>> = {
  never: 'N/A',
  once: 'Once',
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  'half-yearly': 'Half-yearly',
  yearly: 'Yearly',
  '2-years': 'Every 2 years',
};
