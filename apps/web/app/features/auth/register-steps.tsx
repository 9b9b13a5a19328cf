import { RegistrationOtp } from '@anupalan/contract/auth';
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Link, Navigate, useLocation } from 'react-router';
import { returnPath } from '../../lib/return-path.ts';
import { useSession } from '../../lib/session.tsx';
import { FormCard } from '../../ui/form-card.tsx';
import { SuccessPanel } from '../../ui/success-panel.tsx';
import { CodeForm } from './code-form.tsx';
import { RedirectSoon } from './redirect-soon.tsx';
import { useRegister } from './register.ts';
import { RegisterForm } from './register-form.tsx';
import { useRegistrationForm } from './registration-form-state.ts';
import { confirmRegistration } from './verify-registration.ts';

/** The form, then the mailed code, then the dashboard or where the visitor came from (specification 1, section 2). */
export function RegisterSteps() {
  const session = useSession();
  const resending = useRegister();
  const form = useRegistrationForm();
  const { state } = useLocation();
  const destination = returnPath(state);
  const [email, setEmail] = useState('');
  const [step, setStep] = useState<'form' | 'code' | 'done'>('form');

  if (step === 'form' && session.status === 'signed-in') return <Navigate to={destination} state={state} replace />;
  if (step === 'form') {
    return (
      <FormCard
        wide
        title="Create your account"
        text="Two minutes, and everything your company owes this year is in view."
        below={
          <>
            Already have an account?{' '}
            <Anchor component={Link} to="/login" state={state}>
              Sign In
            </Anchor>
          </>
        }
      >
        <RegisterForm
          form={form}
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
      <FormCard title="Welcome to Anupalan">
        <SuccessPanel text="Email verified successfully! Redirecting to dashboard..." />
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
        schema={RegistrationOtp}
        backLabel="Change my details"
        onBack={() => setStep('form')}
        verify={async (code) => session.signIn(await confirmRegistration(email, code))}
        onVerified={() => setStep('done')}
        resend={() => resendCode(resending.mutateAsync({ primaryEmail: email, password: '' }))}
      />
    </FormCard>
  );
}

async function resendCode(sending: Promise<unknown>): Promise<boolean> {
  try {
    await sending;
    toast.success('Verification code resent successfully');
    return true;
  } catch {
    toast.error('Failed to resend verification code');
    return false;
  }
}
