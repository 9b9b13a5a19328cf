import { aside, composeMail, paragraph } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** The last mail to somebody who erased their account. */
export function composeGoodbye(to: string, supportEmail: string): Promise<Mail> {
  return composeMail({
    to,
    subject: 'Your Anupalan account was erased',
    preview: 'Your account and your personal data are gone.',
    heading: 'Your account was erased',
    blocks: [
      paragraph(
        'As you asked, your Anupalan account and your personal data were erased. You are signed out everywhere.',
      ),
      paragraph('Receipts and the log of what was done stay as long as the law asks, without personal data.'),
      aside(`If this was not you, write to ${supportEmail} at once. We cannot bring the data back.`),
    ],
  });
}
