import { action, aside, composeMail, paragraph } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

interface About {
  /** The name of who did it. */
  readonly name: string;
  readonly companyId: string;
  readonly companyName: string;
  readonly publicUrl: string;
}

/** Asks a member with Premium to pay for a company (R-members-61). */
export function composePayerAskedMail(to: string, { name, companyName, ...link }: About): Promise<Mail> {
  return composeMail({
    to,
    subject: `${name} asks you to pay for ${companyName}`,
    preview: 'Your Premium plan would cover it at no further cost.',
    heading: `Will you pay for ${companyName}?`,
    blocks: [
      paragraph(
        `${name} asks you to pay for ${companyName} in Anupalan. Your Premium plan covers 100 companies, so it costs you nothing more; ${companyName} is on Premium as long as you are. Nothing changes until you accept.`,
      ),
      see('See the request', link),
      aside('The request is there for 14 days. You can stop paying for the company at any time.'),
    ],
  });
}

/** Tells the owner that a member pays for the company from now on (R-members-61). */
export function composePayerAcceptedMail(to: string, { name, companyName, ...link }: About): Promise<Mail> {
  return composeMail({
    to,
    subject: `${name} pays for ${companyName} from now on`,
    preview: 'The company is on Premium.',
    heading: `${name} pays for ${companyName} from now on`,
    blocks: [
      paragraph(`${name} accepted. ${companyName} is on Premium as long as they pay for it.`),
      see('See the people of the company', link),
    ],
  });
}

/** Tells the owner that a member pays for the company no longer, or won't (R-members-63). */
export function composePayerEndedMail(to: string, { name, companyName, ...link }: About): Promise<Mail> {
  return composeMail({
    to,
    subject: `${name} does not pay for ${companyName}`,
    preview: 'The plan of the company is that of its owner.',
    heading: `${name} does not pay for ${companyName}`,
    blocks: [
      paragraph(
        `${name} does not pay for ${companyName}, or no longer. The company has the plan of its owner; nothing that it recorded is lost.`,
      ),
      see('See the people of the company', link),
    ],
  });
}

function see(label: string, { companyId, publicUrl }: Pick<About, 'companyId' | 'publicUrl'>) {
  return action(label, `${publicUrl}/company/people?company=${companyId}`);
}
