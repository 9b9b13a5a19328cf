import { Otp } from '@anupalan/contract/auth';
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Link, Navigate, useLocation } from 'react-router';
import { returnPath } from '../../lib/return-path.ts';
import { useSession } from '../../lib/session.tsx';
import { FormCard } from '../../ui/form-card.tsx';
import { SuccessPanel } from '../../ui/success-panel.tsx';
import { announceResend } from './announce-resend.ts';
import { CodeForm } from './code-form.tsx';
import { useLogin } from './login.ts';
import { LoginForm } from './login-form.tsx';
import { RedirectSoon } from './redirect-soon.tsx';
import { exchangeLoginCode } from './verify-login.ts';

/** Password, then the mailed code, then on to where the user came from (specification 1, section 2). */
export function LoginSteps() {
  const session = useSession();
  const login = useLogin();
  const { state } = useLocation();
  const destination = returnPath(state);
  const [email, setEmail] = useState('');
  const [step, setStep] = useState<'password' | 'code' | 'done'>('password');

  if (step === 'password' && session.status === 'signed-in') return <Navigate to={destination} state={state} replace />;
  if (step === 'password') {
    return (
      <FormCard
        title="Welcome back"
        text="Sign in to see what is due."
        below={
          <>
            New to Anupalan?{' '}
            <Anchor component={Link} to="/register" state={state}>
              Sign Up
            </Anchor>
          </>
        }
      >
        <LoginForm
          email={email}
          onCodeSent={(sentTo) => {
            setEmail(sentTo);
            setStep('code');
          }}
        />
      </FormCard>
    );
  }
  if (step === 'done') {
    return (
      <FormCard title="Welcome back">
        <SuccessPanel text="Login Successful! Redirecting to dashboard..." />
        <RedirectSoon to={destination} state={state} />
      </FormCard>
    );
  }
  return (
    <FormCard
      title="Verify your email"
      text={
        <>
          We sent a 6-digit code to <b>{email}</b>. It is valid for 10 minutes.
        </>
      }
    >
      <CodeForm
        schema={Otp}
        backLabel="Use a different email"
        onBack={() => setStep('password')}
        verify={async (code) => session.signIn(await exchangeLoginCode(email, code))}
        onVerified={() => {
          toast.success('Login successful!');
          setStep('done');
        }}
        resend={() => announceResend(login.mutateAsync({ email, password: '' }))}
      />
    </FormCard>
  );
}
