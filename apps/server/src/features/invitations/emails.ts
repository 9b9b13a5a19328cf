import { indianDayOf } from '@anupalan/domain/calendar-day';
import { MEMBER_ROLE_LABELS, type MemberRole } from '@anupalan/domain/members';
import { fullName } from '@anupalan/domain/names';
import { action, aside, composeMail, paragraph, withoutLinks } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** What an invitation says of itself. */
interface Invited {
  readonly inviter: { readonly first_name: string | null; readonly last_name: string | null };
  readonly companyName: string;
  readonly role: MemberRole;
  /** The last day of a viewer. */
  readonly until: string | null;
  readonly expiresAt: Date;
  /** The token of the link; it stands behind `#`, so that no server's log has it. */
  readonly token: string;
}

const WHAT_ROLES_DO: Readonly<Record<MemberRole, string>> = {
  owner: '',
  manager: 'Managers keep the company’s profile and its people, and record what is done.',
  member: 'Members see what is due, and record what is done.',
  viewer: 'Viewers read what is due and what was done, and change nothing.',
};

/** Invites somebody into a company, with the link that shows it and lets them accept (R-members-32). */
export function composeInvitationMail(to: string, invited: Invited, publicUrl: string): Promise<Mail> {
  const inviter = withoutLinks(fullName(invited.inviter.first_name ?? '', invited.inviter.last_name ?? ''));
  const company = withoutLinks(invited.companyName);
  const role = MEMBER_ROLE_LABELS[invited.role].toLowerCase();
  const until = invited.until === null ? '' : ` until ${inWords(Temporal.PlainDate.from(invited.until))}`;
  const lastDay = indianDayOf(invited.expiresAt.toTemporalInstant());
  return composeMail({
    to,
    subject: `${inviter} invites you to ${company}`,
    preview: `Join ${company} in Anupalan as a ${role}.`,
    heading: `You are invited to ${company}`,
    blocks: [
      paragraph(
        `${inviter} invites you to ${company} in Anupalan, where payroll and labour-law obligations are kept, as a ${role}${until}. ${WHAT_ROLES_DO[invited.role]}`,
      ),
      paragraph('Open the invitation to see it; nothing is accepted before you say so.'),
      action('Open the invitation', `${publicUrl}/invitation#${invited.token}`),
      paragraph(`The link works once, until ${inWords(lastDay)}. After that you can ask for a new one there.`),
      aside('If you do not know who invites you, you can ignore this mail.'),
    ],
  });
}

/** Tells who invited somebody that they have joined (R-members-37). */
export function composeAcceptedMail(
  to: string,
  joined: { name: string; companyName: string; companyId: string; role: MemberRole },
  publicUrl: string,
): Promise<Mail> {
  const { name, companyName, companyId } = joined;
  return composeMail({
    to,
    subject: 'Your invitation was accepted',
    preview: `${name} has joined ${companyName}.`,
    heading: `${name} has joined ${companyName}`,
    blocks: [
      paragraph(
        `${name} accepted your invitation and is a ${MEMBER_ROLE_LABELS[joined.role].toLowerCase()} of ${companyName} from now on.`,
      ),
      action('See the people of the company', `${publicUrl}/company/people?company=${companyId}`),
    ],
  });
}

/** Writes a day as people read it. */
function inWords(day: Temporal.PlainDate): string {
  return day.toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}
