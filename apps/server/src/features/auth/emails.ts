import { action, aside, composeMail, paragraph } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** Greets somebody whose address is confirmed. */
export function composeWelcomeMail(to: string, firstName: string, publicUrl: string): Promise<Mail> {
  return composeMail({
    to,
    subject: 'Welcome to Anupalan',
    preview: 'Your account is ready: see what is due, and when.',
    heading: `Welcome, ${firstName}`,
    blocks: [
      paragraph(
        'Your account is ready. The dashboard lists the payroll and labour-law obligations that apply to your company, each with its next due date.',
      ),
      paragraph('Open one, record what was done, and see at a glance what is still pending.'),
      action('Open the dashboard', `${publicUrl}/dashboard`),
    ],
  });
}

/** Tells a user that their password is another one, after a change and after a reset (R-accounts-63). */
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
