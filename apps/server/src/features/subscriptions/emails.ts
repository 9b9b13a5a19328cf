import { indianDayOf } from '@anupalan/domain/calendar-day';
import { formatRupees } from '@anupalan/domain/money';
import { PREMIUM_PRICE } from '@anupalan/domain/plans';
import { GRACE_DAYS } from '@anupalan/domain/subscriptions';
import { action, aside, composeMail, paragraph } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

interface Recipient {
  readonly primaryEmail: string;
  readonly firstName: string;
}

/** The mail that asks to renew before the month is over (R-plans-12). */
export function composeRenewalMail(
  { primaryEmail, firstName, endsAt }: Recipient & { endsAt: Date },
  publicUrl: string,
): Promise<Mail> {
  const end = indianDayOf(endsAt.toTemporalInstant());
  const day = end.toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  return composeMail({
    to: primaryEmail,
    subject: `Your Premium plan ends on ${day}`,
    preview: 'Renew it from your profile; the next month begins when this one ends.',
    heading: `Premium until ${day}`,
    blocks: [
      paragraph(
        `${firstName}, the month you paid for ends on ${day}. Renew it for ${formatRupees(PREMIUM_PRICE)} from your profile: the next month begins when this one ends, so no day is lost.`,
      ),
      action('Renew Premium', `${publicUrl}/profile`),
      aside(
        `Without a renewal your account returns to the Free plan ${GRACE_DAYS} days later. Nothing you recorded is lost.`,
      ),
    ],
  });
}

/** The mail that tells that the plan has returned to free (R-plans-12). */
export function composeEndedMail({ primaryEmail, firstName }: Recipient, publicUrl: string): Promise<Mail> {
  return composeMail({
    to: primaryEmail,
    subject: 'Your Premium plan has ended',
    preview: 'Your account is on the Free plan. Nothing you recorded is lost.',
    heading: 'You are on the Free plan',
    blocks: [
      paragraph(
        `${firstName}, your Premium plan was not renewed, so your account is on the Free plan now. Everything you recorded is still there, and added states still count.`,
      ),
      action('See the plans', `${publicUrl}/plans`),
    ],
  });
}
