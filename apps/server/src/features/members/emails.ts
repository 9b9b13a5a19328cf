import { indianDayOf } from '@anupalan/domain/calendar-day';
import { aside, composeMail, paragraph } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** What becomes of a company without an owner. */
interface Ownerless {
  readonly companyName: string;
  /** The name of whom it was offered to; null when that is nobody. */
  readonly successor: string | null;
  /** The day from which it is only read; it goes so many days later. */
  readonly frozenFrom: Date;
  readonly frozenDays: number;
  readonly supportEmail: string;
}

/** Tells those who work in a company that it has no owner any more, and what to do (R-companies-24). */
export function composeOwnerlessMail(to: string, about: Ownerless): Promise<Mail> {
  const { companyName, successor, supportEmail } = about;
  const frozenFrom = indianDayOf(about.frozenFrom.toTemporalInstant());
  return composeMail({
    to,
    subject: `${companyName} has no owner any more`,
    preview: 'Somebody has to take the company over.',
    heading: `${companyName} has no owner any more`,
    blocks: [
      paragraph(`The account of the owner of ${companyName} was erased from Anupalan.`),
      paragraph(
        successor === null
          ? `Please write to ${supportEmail} and say who of you takes the company over.`
          : `${successor} was asked to take the company over and can accept it. If that is not to be, write to ${supportEmail} and say who of you does.`,
      ),
      paragraph(
        `From ${inWords(frozenFrom)} on the company can be read and no longer changed. On ${inWords(frozenFrom.add({ days: about.frozenDays }))} it is deleted with all that it recorded, unless it has an owner by then.`,
      ),
    ],
  });
}

function inWords(day: Temporal.PlainDate): string {
  return day.toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}

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
