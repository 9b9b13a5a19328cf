import type { Config } from '../../config.ts';
import { action, aside, composeMail, paragraph } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

type Addresses = Pick<Config, 'publicUrl' | 'supportEmail'>;

/** Tells somebody of a new passkey; its name is theirs and stays out of the mail (R-passkeys-10). */
export function composePasskeyAddedMail(to: string, addresses: Addresses): Promise<Mail> {
  return composeNotice(to, addresses, {
    subject: 'A passkey was added to your account',
    text: 'From now on it can be used to sign in to Anupalan, after your password.',
  });
}

/** Tells somebody that a passkey is gone (R-passkeys-10). */
export function composePasskeyRemovedMail(to: string, isLast: boolean, addresses: Addresses): Promise<Mail> {
  return composeNotice(to, addresses, {
    subject: 'A passkey was removed from your account',
    text: isLast
      ? 'It was the last one: your recovery codes are void, and a code is mailed to you when you sign in.'
      : 'It can no longer be used to sign in to Anupalan.',
  });
}

/** Tells somebody that their recovery codes are new (R-passkeys-10). */
export function composeRecoveryCodesRenewedMail(to: string, addresses: Addresses): Promise<Mail> {
  return composeNotice(to, addresses, {
    subject: 'Your recovery codes were replaced',
    text: 'New recovery codes were made for your Anupalan account. The old ones no longer work.',
  });
}

/** Tells somebody that a recovery code was used, and how many are left (R-passkeys-8). */
export function composeRecoveryCodeUsedMail(to: string, left: number, addresses: Addresses): Promise<Mail> {
  const codes = left === 1 ? '1 recovery code is' : `${left} recovery codes are`;
  return composeNotice(to, addresses, {
    subject: 'A recovery code was used',
    text: `Somebody signed in to your Anupalan account with your password and a recovery code. ${codes} left; make new ones in your profile.`,
  });
}

/** Tells somebody that an administrator or the operator has removed all their passkeys (R-passkeys-14). */
export function composePasskeysForgottenMail(to: string, addresses: Addresses): Promise<Mail> {
  return composeNotice(to, addresses, {
    subject: 'Your passkeys were removed',
    text: 'An administrator removed all passkeys and recovery codes of your Anupalan account and ended its sessions. Sign in with your password and a code by mail, and add a new passkey in your profile.',
  });
}

function composeNotice(
  to: string,
  { publicUrl, supportEmail }: Addresses,
  { subject, text }: { subject: string; text: string },
): Promise<Mail> {
  return composeMail({
    to,
    subject,
    preview: text,
    heading: subject,
    blocks: [
      paragraph(text),
      action('Open your passkeys', `${publicUrl}/profile/passkeys`),
      aside(`If this was not you, reset your password and write to ${supportEmail} at once.`),
    ],
  });
}
