import { aside, composeMail, paragraph } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** Tells somebody that they were removed from a company (R-members-6). */
export function composeRemovedMail(to: string, companyName: string): Promise<Mail> {
  return composeMail({
    to,
    subject: 'You were removed from a company',
    preview: `You are no longer a member of ${companyName}.`,
    heading: `You are no longer a member of ${companyName}`,
    blocks: [
      paragraph(
        `A manager of ${companyName} removed you from the company in Anupalan. You can't open it any more. What you recorded there stays with the company.`,
      ),
      paragraph('Your account and your other companies stay as they are.'),
      aside('If you think that this is a mistake, please ask the company.'),
    ],
  });
}
