import { Otp } from '@anupalan/contract/auth';
import type { RequestOptions } from '@anupalan/contract/passkeys';
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useLocation } from 'react-router';
import { Link } from '../../lib/company/company-link.tsx';
import { PasskeyStep } from '../passkeys/passkey-step.tsx';
import { announceResend } from './announce-resend.ts';
import { exchangeLoginCode, useLogin } from './calls.ts';
import { EntrySteps } from './entry-steps.tsx';
import { LoginForm } from './login-form.tsx';

/** Sign-in: password, mailed code or passkey, redirect to where the user came from (R-accounts-12). */
export function LoginSteps() {
  const login = useLogin();
  const { state } = useLocation();
  const [passkeyOptions, setPasskeyOptions] = useState<RequestOptions | null>(null);
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
      form={(email, onAccepted) => (
        <LoginForm
          email={email}
          onAccepted={(accepted, options) => {
            setPasskeyOptions(options);
            onAccepted(accepted);
          }}
        />
      )}
      {...(passkeyOptions && { insteadOfCode: (step) => <PasskeyStep {...step} options={passkeyOptions} /> })}
      schema={Otp}
      backLabel="Use a different email"
      exchange={exchangeLoginCode}
      resend={(email) => announceResend(login.mutateAsync({ email, password: '' }))}
      onVerified={() => toast.success('Login successful!')}
      welcome={{ title: 'Welcome back', text: 'Login Successful! Redirecting to dashboard...' }}
    />
  );
}
