import { action, aside, composeMail, largeCode, paragraph } from '../../platform/mail-layout.ts';
import type { Mail } from '../../platform/mailer.ts';
import type { CodePurpose } from './queries.ts';

interface CodeWording {
  subject: string;
  instruction: string;
  /** For those who asked for nothing. */
  unasked: string;
}

/** Nothing here comes from a form: a stranger who types somebody's address can't write to them through us. */
const WORDING: Record<CodePurpose, CodeWording> = {
  registration: {
    subject: 'Confirm your email address',
    instruction: 'Enter this code to finish signing up with Anupalan.',
    unasked: 'If you did not sign up, you can ignore this mail: without the code no account comes of it.',
  },
  login: {
    subject: 'Your sign-in code',
    instruction: 'Enter this code to sign in to Anupalan.',
    unasked:
      'If you are not signing in right now, somebody else knows your password: reset it from the sign-in page, and give this code to nobody.',
  },
  'password-reset': {
    subject: 'Your password reset code',
    instruction: 'Enter this code to choose a new password for Anupalan.',
    unasked: 'If you did not ask for it, you can ignore this mail: your password stays as it is.',
  },
  'email-change': {
    subject: 'Confirm your new email address',
    instruction: 'Enter this code in your Anupalan profile to use this address from now on.',
    unasked: 'If you did not ask for it, you can ignore this mail: nothing changes without the code.',
  },
};

/** By these alone a mail in the local mailbox is known to carry a code. */
export const CODE_SUBJECTS: readonly string[] = Object.values(WORDING).map(({ subject }) => subject);

/** The mail that carries a one-time code. */
export function composeCodeMail(to: string, purpose: CodePurpose, code: string): Promise<Mail> {
  const { subject, instruction, unasked } = WORDING[purpose];
  return composeMail({
    to,
    subject,
    preview: `${code} is your code. It is valid for 10 minutes.`,
    heading: subject,
    blocks: [
      paragraph(instruction),
      largeCode(code),
      paragraph('The code is valid for 10 minutes and works once.'),
      aside(unasked),
    ],
  });
}

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

/** Tells the old address that it is no longer the account's. */
export function composeEmailChangedMail(to: string, newEmail: string, supportEmail: string): Promise<Mail> {
  return composeMail({
    to,
    subject: 'Your email address was changed',
    preview: 'From now on you sign in with your new address.',
    heading: 'Your email address was changed',
    blocks: [
      paragraph(`The address of your Anupalan account is now ${newEmail}. Sign-in codes go there from now on.`),
      aside(`If this was not you, write to ${supportEmail} at once.`),
    ],
  });
}
