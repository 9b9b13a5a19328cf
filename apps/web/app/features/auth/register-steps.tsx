import { RegistrationOtp } from '@anupalan/contract/auth';
import { Anchor } from '@mantine/core';
import toast from 'react-hot-toast';
import { useLocation } from 'react-router';
import { Link } from '../../lib/company/company-link.tsx';
import { confirmRegistration, useRegister } from './calls.ts';
import { EntrySteps } from './entry-steps.tsx';
import { RegisterForm } from './register-form.tsx';
import { useRegistrationForm } from './registration-form-state.ts';

/** Sign-up: form, mailed code, redirect to the dashboard or where the visitor came from (R-accounts-7). */
export function RegisterSteps() {
  const resending = useRegister();
  const form = useRegistrationForm();
  const { state } = useLocation();
  return (
    <EntrySteps
      card={{
        wide: true,
        title: 'Create your account',
        text: 'Two minutes, and everything your company owes this year is in view.',
        below: (
          <>
            Already have an account?{' '}
            <Anchor component={Link} to="/login" state={state}>
              Sign In
            </Anchor>
          </>
        ),
      }}
      form={(_, onCodeSent) => <RegisterForm form={form} onCodeSent={onCodeSent} />}
      schema={RegistrationOtp}
      backLabel="Change my details"
      exchange={confirmRegistration}
      resend={(email) => announceNewCode(resending.mutateAsync({ primaryEmail: email, password: '' }))}
      welcome={{ title: 'Welcome to Anupalan', text: 'Email verified successfully! Redirecting to dashboard...' }}
    />
  );
}

/** Toasts about another code of a sign-up. @returns whether it was mailed. */
export async function announceNewCode(sending: Promise<unknown>): Promise<boolean> {
  try {
    await sending;
    toast.success('Verification code resent successfully');
    return true;
  } catch {
    toast.error('Failed to resend verification code');
    return false;
  }
}
