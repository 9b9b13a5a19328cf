import { register } from '@anupalan/contract/auth';
import { useMutation } from '@tanstack/react-query';
import { ApiError, type Request, request } from '../../lib/api.ts';

type Registration = NonNullable<Request<typeof register>['body']>;

const NO_RESPONSE = 'An error occurred during registration. Please try again.';

/** Signs up and has a code mailed. With an empty password it mails the code again (specification 1, section 4). */
export function useRegister() {
  return useMutation({ mutationFn: (body: Registration) => request(register, { body, fallback: NO_RESPONSE }) });
}

export type RegistrationFailure = {
  /** Messages by field of the form. */
  faults: Readonly<Record<string, string>>;
  /** What the box above the form says. */
  message: string;
};

const TAKEN = {
  primaryEmail: 'This email is already registered',
  personalPhone: 'This phone number is already registered',
  companyEmail: 'This company email is already registered',
  companyPhone: 'This company phone is already registered',
} as const;

/** Reads a refused sign-up as specification 1, section 8 wants it shown. */
export function toRegistrationFailure(error: Error): RegistrationFailure {
  const faults = error instanceof ApiError ? error.faults : {};
  if (Object.keys(faults).length > 0) return { faults, message: error.message || GENERAL };
  const taken = takenField(error.message);
  if (taken) return { faults: { [taken]: TAKEN[taken] }, message: error.message };
  if (error.message.includes('Failed to generate and send OTP')) {
    return { faults: {}, message: 'Failed to send verification email. Please try again.' };
  }
  return { faults: {}, message: error.message || GENERAL };
}

const GENERAL = 'Registration failed. Please check your information and try again.';

/** The field a message such as "company email already exists" is about. */
function takenField(message: string): keyof typeof TAKEN | undefined {
  if (!/already (registered|exists)/i.test(message)) return undefined;
  const isCompany = /company/i.test(message);
  if (/e-?mail/i.test(message)) return isCompany ? 'companyEmail' : 'primaryEmail';
  if (/phone/i.test(message)) return isCompany ? 'companyPhone' : 'personalPhone';
  return undefined;
}
