import { Otp } from '@anupalan/contract/auth';
import { Anchor } from '@mantine/core';
import toast from 'react-hot-toast';
import { Link, useLocation } from 'react-router';
import { announceResend } from './announce-resend.ts';
import { exchangeLoginCode, useLogin } from './calls.ts';
import { EntrySteps } from './entry-steps.tsx';
import { LoginForm } from './login-form.tsx';

/** Sign-in: password, mailed code, redirect to where the user came from (R-accounts-12). */
export function LoginSteps() {
  const login = useLogin();
  const { state } = useLocation();
  return (
    <EntrySteps
      card={{
        title: 'Welcome back',
        text: 'Sign in to see what is due.',
        below: (
          <>
            New to Anupalan?{' '}
            <Anchor component={Link} to="/register" state={state}>
              Sign Up
            </Anchor>
          </>
        ),
      }}
      form={(email, onCodeSent) => <LoginForm email={email} onCodeSent={onCodeSent} />}
      schema={Otp}
      backLabel="Use a different email"
      exchange={exchangeLoginCode}
      resend={(email) => announceResend(login.mutateAsync({ email, password: '' }))}
      onVerified={() => toast.success('Login successful!')}
      welcome={{ title: 'Welcome back', text: 'Login Successful! Redirecting to dashboard...' }}
    />
  );
}
