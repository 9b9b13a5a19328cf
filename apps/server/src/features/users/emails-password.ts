import { action, aside, composeMail, paragraph } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** Tells a user that their password is another one, after a change, a reset and a set-up (R-accounts-63). */
export function composePasswordChangedMail(
  to: string,
  { publicUrl, supportEmail }: { publicUrl: string; supportEmail: string },
): Promise<Mail> {
  return composeMail({
    to,
    subject: 'Your password was changed',
    preview: 'If this was not you, reset it now.',
    heading: 'Your password was changed',
    blocks: [
      paragraph('The password of your Anupalan account was changed, and your account was signed out everywhere else.'),
      action('Reset the password', `${publicUrl}/forgot-password`),
      aside(`If you changed it, there is nothing to do. If this was not you, reset it, and write to ${supportEmail}.`),
    ],
  });
}
