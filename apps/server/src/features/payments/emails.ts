import { indianDayOf } from '@anupalan/domain/calendar-day';
import { formatRupees, toRupees } from '@anupalan/domain/money';
import type { Period } from '@anupalan/domain/subscriptions';
import { action, aside, composeMail, paragraph } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { Order } from './queries.ts';

interface Receipt {
  readonly number: number;
  readonly order: Pick<Order, 'order_id' | 'amount_paise'>;
  readonly period: Period;
  readonly publicUrl: string;
}

/** The mail that thanks for a payment; the receipt itself is in the profile (R-payments-19). */
export function composeReceiptMail(
  { primaryEmail, firstName }: { primaryEmail: string; firstName: string },
  { number, order, period, publicUrl }: Receipt,
): Promise<Mail> {
  const amount = formatRupees(toRupees(order.amount_paise));
  return composeMail({
    to: primaryEmail,
    subject: `Receipt ${number} for Anupalan Premium`,
    preview: `We received ${amount}. Premium is yours until ${formatLongDay(period.endsAt)}.`,
    heading: 'Thank you for your payment',
    blocks: [
      paragraph(
        `${firstName}, we received ${amount} for Anupalan Premium from ${formatLongDay(period.startsAt)} to ${formatLongDay(period.endsAt)}.`,
      ),
      paragraph(`Your receipt has the number ${number}. You can download it from your profile.`),
      action('Open your profile', `${publicUrl}/profile`),
      aside(`Order ${order.order_id}`),
    ],
  });
}

/** A day in long form, `15 December 2026`, since a mail has room for it. */
function formatLongDay(instant: Temporal.Instant): string {
  return indianDayOf(instant).toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}
