import type { PaymentDate } from '@anupalan/contract/compliance-items';
import { toPaise, toRupees } from '@anupalan/domain/money';

/** Total in rupees, added up in paise: floating point keeps whole numbers exact. */
export function totalRupees(payments: readonly Pick<PaymentDate, 'amount'>[]): number {
  return toRupees(payments.reduce((paise, { amount }) => paise + (toPaise(amount) ?? 0), 0));
}
