import { action, aside, composeMail, paragraph } from '../../../platform/mail/layout.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';

interface Change {
  readonly newEmail: string;
  /** The token of the link; it stands behind `#`, so that no server's log has it. */
  readonly token: string;
  readonly publicUrl: string;
  readonly supportEmail: string;
}

/** Tells the present address that another was asked for, with the link that stops it (R-accounts-64). */
export function composeChangeAskedMail(to: string, { newEmail, token, publicUrl }: Change): Promise<Mail> {
  return composeMail({
    to,
    subject: 'Somebody asked to change your email address',
    preview: 'If this was not you, stop it now.',
    heading: 'Somebody asked to change your email address',
    blocks: [
      paragraph(
        `Your Anupalan account is to get the address ${newEmail}. It changes once a code mailed there is entered.`,
      ),
      paragraph('If this was you, there is nothing to do.'),
      action('Stop the change', `${publicUrl}/email-change/stop#${token}`),
      aside('If this was not you, somebody is using your account: stop the change, then reset your password.'),
    ],
  });
}

/** Tells the old address that it is no longer the account's, with the link that undoes it (R-accounts-65). */
export function composeAddressChangedMail(
  to: string,
  { newEmail, token, publicUrl, supportEmail }: Change,
): Promise<Mail> {
  return composeMail({
    to,
    subject: 'Your email address was changed',
    preview: 'From now on you sign in with your new address.',
    heading: 'Your email address was changed',
    blocks: [
      paragraph(`The address of your Anupalan account is now ${newEmail}. Sign-in codes go there from now on.`),
      paragraph('If this was not you, undo it within 7 days. You need your password, and get a code at this address.'),
      action('Undo the change', `${publicUrl}/email-change/undo#${token}`),
      aside(`If this was not you, write to ${supportEmail} at once.`),
    ],
  });
}

/** Tells the address that an administrator gave to an account (R-users-41). */
export function composeAddressGivenMail(to: string, publicUrl: string): Promise<Mail> {
  return composeMail({
    to,
    subject: 'This is now the email address of your account',
    preview: 'An administrator changed it. Sign in with this address from now on.',
    heading: 'This is now the email address of your account',
    blocks: [
      paragraph(
        'An administrator of Anupalan gave your account this address, and signed it out everywhere. Sign in with this address and your password; codes come here from now on.',
      ),
      action('Sign in', `${publicUrl}/login`),
      aside('If you have no account at Anupalan, please tell the sender that they have the wrong address.'),
    ],
  });
}

/** Tells the address that an undone change had given to the account (R-accounts-67). */
export function composeAddressRestoredMail(to: string, { supportEmail }: { supportEmail: string }): Promise<Mail> {
  return composeMail({
    to,
    subject: 'A change of your email address was undone',
    preview: 'Your account has its former address again.',
    heading: 'A change of your email address was undone',
    blocks: [
      paragraph('Your Anupalan account has its former address again, and was signed out everywhere.'),
      aside(`If this was not you, write to ${supportEmail} at once.`),
    ],
  });
}
