import { action, composeMail, paragraph } from '../../platform/mail/layout.ts';
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
