import { type ComponentProps, type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { returnPath } from '../../lib/session/return-path.ts';
import { type SignedIn, useSession } from '../../lib/session/session.tsx';
import { FormCard } from '../../ui/forms/form-card.tsx';
import { RedirectSoon } from '../../ui/pages/redirect-soon.tsx';
import { SuccessPanel } from '../../ui/pages/success-panel.tsx';
import { CodeStep } from './code-step.tsx';

type Props = Pick<ComponentProps<typeof CodeStep>, 'schema' | 'backLabel'> & {
  /** Props of the card around the form. */
  card: Omit<ComponentProps<typeof FormCard>, 'children'>;
  /** First form, which has the code mailed and reports the address; `email` is the last address used. */
  form: (email: string, onCodeSent: (email: string) => void) => ReactNode;
  exchange: (email: string, code: string) => Promise<SignedIn>;
  resend: (email: string) => Promise<boolean>;
  onVerified?: () => void;
  /** Second step of who needs no code. */
  insteadOfCode?: (step: { email: string; onSignedIn: (given: SignedIn) => void; onBack: () => void }) => ReactNode;
  /** Message before the redirect. */
  welcome: { title: string; text: string };
  /** Shows the form to who is signed in, too. */
  evenIfSignedIn?: boolean;
};

/** Steps shared by sign-in and sign-up: form, mailed code, redirect to where the visitor came from (R-accounts-16). */
export function EntrySteps({
  card,
  form,
  exchange,
  resend,
  onVerified,
  insteadOfCode,
  welcome,
  evenIfSignedIn = false,
  ...code
}: Props) {
  const session = useSession();
  const { state } = useLocation();
  const destination = returnPath(state);
  const [email, setEmail] = useState('');
  const [step, setStep] = useState<'form' | 'code' | 'done'>('form');

  function askForCode(sentTo: string) {
    setEmail(sentTo);
    setStep('code');
  }

  function finish() {
    onVerified?.();
    setStep('done');
  }

  if (step === 'form' && session.status === 'signed-in' && !evenIfSignedIn) {
    return <Navigate to={destination} state={state} replace />;
  }
  if (step === 'form') return <FormCard {...card}>{form(email, askForCode)}</FormCard>;
  if (step === 'done') {
    return (
      <FormCard title={welcome.title}>
        <SuccessPanel text={welcome.text} />
        <RedirectSoon to={destination} state={state} />
      </FormCard>
    );
  }
  const onBack = () => setStep('form');
  if (insteadOfCode) {
    const onSignedIn = (given: SignedIn) => {
      session.signIn(given);
      finish();
    };
    return insteadOfCode({ email, onSignedIn, onBack });
  }
  return (
    <CodeStep
      {...code}
      in={FormCard}
      email={email}
      onBack={onBack}
      verify={async (typed) => session.signIn(await exchange(email, typed))}
      onVerified={finish}
      resend={() => resend(email)}
    />
  );
}
