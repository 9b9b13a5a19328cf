import { formatDay, indianDayOf } from '@anupalan/domain/calendar-day';
import { action, aside, composeMail, paragraph } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

interface Expiring {
  readonly email: string;
  readonly name: string;
  readonly expiresAt: Date;
  readonly companyId: string;
  readonly companyName: string;
  readonly publicUrl: string;
}

/** Tells somebody that an API token of theirs ends soon (R-tokens-7). */
export function composeExpiryMail({ email, name, companyId, companyName, ...token }: Expiring): Promise<Mail> {
  const day = formatDay(indianDayOf(token.expiresAt.toTemporalInstant()));
  return composeMail({
    to: email,
    subject: `API token “${name}” ends on ${day}`,
    preview: `What uses it for ${companyName} stops then.`,
    heading: `Your API token “${name}” ends on ${day}`,
    blocks: [
      paragraph(
        `Whatever works with this API token for ${companyName} stops then. Make a new one, give it to that program, and revoke this one.`,
      ),
      action('See my API tokens', `${token.publicUrl}/company/connections?company=${companyId}`),
      aside('If nothing uses it any more, there is nothing to do.'),
    ],
  });
}
