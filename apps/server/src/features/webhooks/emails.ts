import { action, composeMail, paragraph, withoutLinks } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

interface SwitchedOff {
  /** The host of the webhook's address. */
  readonly name: string;
  readonly company: string;
  readonly companyId: string;
}

/** Tells who answers for a webhook that it was switched off (R-webhooks-11). */
export function composeSwitchedOffMail(
  to: string,
  { name, company, companyId }: SwitchedOff,
  publicUrl: string,
): Promise<Mail> {
  const address = withoutLinks(name);
  const owner = withoutLinks(company);
  return composeMail({
    to,
    subject: `The webhook to ${address} is switched off`,
    preview: `It failed for more than a day, so ${owner} is no longer told there.`,
    heading: 'A webhook is switched off',
    blocks: [
      paragraph(
        `The webhook of ${owner} to ${address} failed at least ten times in more than a day, so Anupalan no longer calls it.`,
      ),
      paragraph('The log of its calls says what went wrong. What waits is kept, and sent when you switch it on again.'),
      action('Open the webhooks', `${publicUrl}/company/connections?company=${companyId}`),
    ],
  });
}
