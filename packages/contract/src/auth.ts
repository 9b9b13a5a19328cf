import { z } from 'zod';
import { City, CompanyName, Country, Designation } from './companies.ts';
import { Joined } from './fields/joined.ts';
import { NewPassword, Password, PasswordAgain, samePassword } from './fields/passwords.ts';
import { RequestOptions } from './passkeys.ts';
import { FirstName, LastName, User } from './users.ts';
import { defineCall } from './wire/call.ts';
import { Acknowledgement, success } from './wire/envelope.ts';
import {
  asItComes,
  EmployeeCount,
  email,
  optionalText,
  orEmpty,
  phone,
  StateChoice,
  Website,
} from './wire/primitives.ts';

export const Otp = asItComes('OTP must be 6 digits').trim().length(6, 'OTP must be 6 digits');

/** The registration form is stricter about its code than the sign-in form (R-accounts-21). */
export const RegistrationOtp = Otp.regex(/^\d*$/, 'OTP must contain only numbers');

export const Registration = z
  .object({
    firstName: FirstName,
    lastName: LastName,
    personalPhone: phone(),
    primaryEmail: email(),
    password: NewPassword,
    confirmPassword: PasswordAgain,
    companyName: CompanyName,
    employeeCount: EmployeeCount,
    companyPhone: orEmpty(phone()),
    companyEmail: orEmpty(email('Invalid company email')),
    designation: Designation,
    city: City,
    state: StateChoice,
    country: Country,
    industry: optionalText(),
    companyWebsite: orEmpty(Website),
  })
  .refine(...samePassword<{ password?: unknown; confirmPassword?: unknown }>('password'));
export type Registration = z.infer<typeof Registration>;

/**
 * The form that asks for the sign-up code again: only the e-mail counts, an empty password marks it (R-accounts-22).
 * Its other fields are kept, because without the sign-up's cookie the call is judged as the sign-up form it looks like.
 */
const RegistrationResend = z.looseObject({ primaryEmail: email(), password: z.literal('') });

/** The password step's form; nothing is trimmed off a password. */
export const Credentials = z.object({
  email: email(),
  password: Password,
});

/** The form that asks for the sign-in code again: the password step with an empty password (R-accounts-22). */
const CredentialsResend = z.object({ email: email(), password: z.literal('') });

const PasswordReset = z.object({ email: email(), otp: Otp, newPassword: NewPassword });

/**
 * The fields of the reset form on the screen: the e-mail comes with the navigation, the confirmation stays in the
 * browser.
 */
export const PasswordResetForm = z
  .object({ otp: Otp, newPassword: NewPassword, confirmPassword: PasswordAgain })
  .refine(...samePassword<{ newPassword?: unknown; confirmPassword?: unknown }>('newPassword'));

export const ForgottenPassword = z.object({ email: email() });

/** The second step of who has passkeys: one of them signs the challenge in `options` (R-passkeys-1). */
const PasskeyStep = z.object({ secondFactor: z.literal('passkey'), options: RequestOptions });

const Session = success(
  z.object({
    token: z.string(),
    user: User,
    /** Nothing else can be done before a passkey is added (R-passkeys-12). */
    passkeyNeeded: z.literal(true).optional(),
  }),
);

export const register = defineCall({
  id: 'register',
  method: 'POST',
  path: '/auth/register',
  noun: 'auth',
  summary: 'Sign up with a company and have a code mailed; an empty password sends the code again',
  access: 'public',
  body: z.union([RegistrationResend, Registration]),
  answers: { 201: Acknowledgement },
});

export const verifyOtp = defineCall({
  id: 'verifyOtp',
  method: 'POST',
  path: '/auth/verify-otp',
  noun: 'auth',
  summary: 'Confirm a sign-up, or a new e-mail address (bearer required)',
  access: 'public',
  body: z.object({
    email: email(),
    otp: RegistrationOtp,
    purpose: z.enum(['registration', 'email-change'], { error: 'Purpose must be registration or email-change' }),
  }),
  answers: {
    200: success(
      z.object({
        token: z.string().optional(),
        user: User,
        /** What became of the invitation that the sign-up began with: `joined` is null where it could not be accepted. */
        invitation: z.object({ joined: Joined.nullable(), message: z.string() }).optional(),
      }),
    ),
  },
});

export const login = defineCall({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  noun: 'auth',
  summary: 'Check the password and have a code mailed, or a passkey asked for; an empty password does so again',
  access: 'public',
  body: z.union([CredentialsResend, Credentials]),
  answers: { 200: Acknowledgement.extend({ data: PasskeyStep.optional() }) },
});

export const verifyLogin = defineCall({
  id: 'verifyLogin',
  method: 'POST',
  path: '/auth/verify-login',
  noun: 'auth',
  summary: 'Exchange the mailed code for a session',
  access: 'public',
  body: z.object({
    email: email(),
    otp: Otp,
    purpose: z.literal('login', { error: 'Purpose must be login' }).optional(),
  }),
  answers: { 200: Session },
});

export const forgotPassword = defineCall({
  id: 'forgotPassword',
  method: 'POST',
  path: '/auth/forgot-password',
  noun: 'auth',
  summary: 'Have a code to reset the password mailed',
  access: 'public',
  body: ForgottenPassword,
  answers: { 200: success(z.object({ sent: z.literal(true) })) },
});

export const resetPassword = defineCall({
  id: 'resetPassword',
  method: 'POST',
  path: '/auth/reset-password',
  noun: 'auth',
  summary: 'Set a new password with the mailed code; ends every session',
  access: 'public',
  body: PasswordReset,
  answers: { 200: success(z.object({ reset: z.literal(true) })) },
});

export const logout = defineCall({
  id: 'logout',
  method: 'POST',
  path: '/auth/logout',
  noun: 'auth',
  summary: 'End this session',
  access: 'auth.sign-out',
  beforeSecondFactor: true,
  answers: { 200: Acknowledgement },
});
