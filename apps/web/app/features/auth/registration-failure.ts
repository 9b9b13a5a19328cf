import { TAKEN_MESSAGES, type UniqueField } from '@anupalan/contract/fields/taken-fields';
import { faultsOf } from '../../lib/forms/faults.ts';

export type RegistrationFailure = {
  /** Messages by field of the form. */
  faults: Readonly<Record<string, string>>;
  /** Message of the alert above the form. */
  message: string;
};

/** Refused sign-up as field messages and an alert above them (R-accounts-9). */
export function toRegistrationFailure(error: Error): RegistrationFailure {
  const faults = faultsOf(error);
  if (Object.keys(faults).length > 0) return { faults, message: error.message || GENERAL };
  const taken = takenField(error.message);
  if (taken) return { faults: { [taken]: TAKEN_MESSAGES[taken] }, message: error.message };
  if (error.message.includes('Failed to generate and send OTP')) {
    return { faults: {}, message: 'Failed to send verification email. Please try again.' };
  }
  return { faults: {}, message: error.message || GENERAL };
}

const GENERAL = 'Registration failed. Please check your information and try again.';

/** Field named by a message such as "company email already exists" (R-accounts-9). */
function takenField(message: string): UniqueField | undefined {
  if (!/already (registered|exists)/i.test(message)) return undefined;
  const isCompany = /company/i.test(message);
  if (/e-?mail/i.test(message)) return isCompany ? 'companyEmail' : 'primaryEmail';
  if (/phone/i.test(message)) return isCompany ? 'companyPhone' : 'personalPhone';
  return undefined;
}
