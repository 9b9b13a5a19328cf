import type { PaymentDate } from '@anupalan/contract/compliance-items';
import { toPaise, toRupees } from '@anupalan/domain/money';

/** What was paid in all, in rupees; added up in paise, which doubles keep exactly. */
export function totalRupees(payments: readonly Pick<PaymentDate, 'amount'>[]): number {
  return toRupees(payments.reduce((paise, { amount }) => paise + (toPaise(amount) ?? 0), 0));
}
