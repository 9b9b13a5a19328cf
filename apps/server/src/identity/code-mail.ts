import { aside, composeMail, largeCode, paragraph } from '../platform/mail/layout.ts';
import type { Mail } from '../platform/mail/mailer.ts';
import type { OneTimeCodes } from '../platform/postgres/database-schema.ts';

export type CodePurpose = OneTimeCodes['purpose'];

interface CodeWording {
  subject: string;
  instruction: string;
  /** The line for a recipient who asked for no code. */
  unasked: string;
}

/**
 * The words of code mails; none comes from a form, so that a stranger who types somebody's address can't write to them
 * through us (R-mail-6).
 */
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

/** The subjects of code mails: by these alone a mail in the local mailbox is known to carry a code. */
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
