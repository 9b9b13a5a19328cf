import { aside, composeMail, paragraph, withoutLinks } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** Tells the people of a company that its owner deleted it (R-companies-25). */
export function composeDeletedMail(to: string, deleted: { companyName: string; owner: string }): Promise<Mail> {
  const companyName = withoutLinks(deleted.companyName);
  const owner = withoutLinks(deleted.owner);
  return composeMail({
    to,
    subject: `${companyName} was deleted`,
    preview: 'Nothing of the company is there any more.',
    heading: `${companyName} was deleted`,
    blocks: [
      paragraph(
        `${owner}, who owned ${companyName}, deleted it from Anupalan with everything that was recorded in it. It can't be brought back.`,
      ),
      paragraph('Your account and your other companies stay as they are.'),
      aside('If you think that this is a mistake, please ask the company.'),
    ],
  });
}
