import { action, aside, composeMail, paragraph } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

interface Company {
  readonly companyId: string;
  readonly companyName: string;
  readonly publicUrl: string;
}

/** Tells one of the people of a company that they may take it over (R-members-53). */
export function composeOfferedMail(
  to: string,
  { owner, planAfter, ...company }: Company & { owner: string; planAfter: 'free' | 'premium' },
): Promise<Mail> {
  const { companyName } = company;
  return composeMail({
    to,
    subject: `${owner} offers to hand ${companyName} over to you`,
    preview: 'Nothing changes until you accept.',
    heading: `You can become the owner of ${companyName}`,
    blocks: [
      paragraph(
        `${owner} offers to hand ${companyName} over to you. The owner decides about roles, payment and the company as a whole. Nothing changes until you accept; then ${owner} stays as a manager.`,
      ),
      paragraph(
        planAfter === 'premium'
          ? 'The company will be on Premium afterwards.'
          : 'The company will be on the Free plan afterwards, unless you have Premium by then. Nothing that it recorded is lost.',
      ),
      seePeople('See the offer', company),
      aside('The offer is there for 14 days. If you do not want it, refuse it there, or leave it.'),
    ],
  });
}

/** Tells the former owner that the company was taken over (R-members-53). */
export function composeTakenOverMail(to: string, { owner, ...company }: Company & { owner: string }): Promise<Mail> {
  const { companyName } = company;
  return composeMail({
    to,
    subject: `${companyName} was handed over`,
    preview: `${owner} is its owner now.`,
    heading: `${companyName} was handed over`,
    blocks: [
      paragraph(`${owner} accepted and is the owner of ${companyName} now. You stay in the company as a manager.`),
      seePeople('See the people of the company', company),
    ],
  });
}

/** Tells the owner that the offer was refused. */
export function composeDeclinedMail(to: string, { member, ...company }: Company & { member: string }): Promise<Mail> {
  const { companyName } = company;
  return composeMail({
    to,
    subject: `${companyName} was not taken over`,
    preview: `${member} refused it. You are still its owner.`,
    heading: `${companyName} was not taken over`,
    blocks: [
      paragraph(`${member} does not want to take ${companyName} over. You are still its owner.`),
      seePeople('Ask somebody else', company),
    ],
  });
}

/** Tells the new owner of a company that had none that they were appointed (R-members-55). */
export function composeAppointedMail(to: string, company: Company): Promise<Mail> {
  const { companyName } = company;
  return composeMail({
    to,
    subject: `You are the owner of ${companyName} now`,
    preview: 'The company had no owner any more.',
    heading: `You are the owner of ${companyName} now`,
    blocks: [
      paragraph(
        `${companyName} had no owner any more, as their account was erased. An administrator of Anupalan made you its owner, so that work can go on.`,
      ),
      seePeople('See the people of the company', company),
      aside('If somebody else should own it, you can hand it over there.'),
    ],
  });
}

function seePeople(label: string, { companyId, publicUrl }: Company) {
  return action(label, `${publicUrl}/company/people?company=${companyId}`);
}
