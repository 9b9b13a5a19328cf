import { Otp } from '@anupalan/contract/auth';
import { Reauthentication } from '@anupalan/contract/auth-changes';
import type { RequestOptions } from '@anupalan/contract/passkeys';
import { Anchor, Button, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Link } from '../../../lib/company/company-link.tsx';
import { useContractForm } from '../../../lib/forms/use-contract-form.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { PasskeyStep } from '../../passkeys/passkey-step.tsx';
import { announceResend } from '../announce-resend.ts';
import { exchangeLoginCode, useLogin } from '../calls.ts';
import { EntrySteps } from '../entry-steps.tsx';
import { useUndoEmailChange } from './calls.ts';
import { useLinkToken } from './use-link-token.ts';

/** Page of the link that undoes a change of address: password, then the second step of signing in (R-accounts-67). */
export function UndoEmailChange() {
  const login = useLogin();
  const token = useLinkToken();
  const [passkeyOptions, setPasskeyOptions] = useState<RequestOptions | null>(null);
  return (
    <EntrySteps
      evenIfSignedIn
      card={{
        title: 'Undo the change of your email address?',
        below: (
          <Anchor component={Link} to="/login">
            Sign In
          </Anchor>
        ),
        text: 'Your account gets its former address back and is signed out everywhere. Then we send a code to that address.',
      }}
      form={(_email, onAccepted) => (
        <UndoForm
          token={token}
          onUndone={(email, options) => {
            setPasskeyOptions(options);
            onAccepted(email);
          }}
        />
      )}
      {...(passkeyOptions && { insteadOfCode: (step) => <PasskeyStep {...step} options={passkeyOptions} /> })}
      schema={Otp}
      backLabel="Back"
      exchange={exchangeLoginCode}
      resend={(email) => announceResend(login.mutateAsync({ email, password: '' }))}
      onVerified={() => toast.success('Login successful!')}
      welcome={{ title: 'Welcome back', text: 'Login Successful! Redirecting to dashboard...' }}
    />
  );
}

type Props = {
  token: string | undefined;
  /** Gets the restored address, and what the browser needs to ask for a passkey; null when a code was mailed. */
  onUndone: (email: string, passkeyOptions: RequestOptions | null) => void;
};

function UndoForm({ token, onUndone }: Props) {
  const undoing = useUndoEmailChange();
  const form = useContractForm(Reauthentication, { initialValues: { password: '' } });
  const submit = form.onSubmit(({ password }) =>
    undoing.mutate(
      { token: token ?? '', password },
      { onSuccess: ({ email, options = null }) => onUndone(email, options) },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={token === '' ? 'Please open the link of the mail again' : undoing.error?.message} />
        <Field
          form={form}
          name="password"
          as={PasswordInput}
          label="Password"
          hint="The present one, or the one you had before the change"
          size="md"
          required
          autoComplete="current-password"
        />
        <Button type="submit" size="md" fullWidth disabled={!token} loading={undoing.isPending}>
          Undo the change
        </Button>
      </Stack>
    </form>
  );
}
