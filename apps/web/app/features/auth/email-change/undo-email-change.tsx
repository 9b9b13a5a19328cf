import { Otp } from '@anupalan/contract/auth';
import { Reauthentication } from '@anupalan/contract/auth-changes';
import { Anchor, Button, PasswordInput, Stack } from '@mantine/core';
import toast from 'react-hot-toast';
import { Link } from 'react-router';
import { useContractForm } from '../../../lib/forms/use-contract-form.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { announceResend } from '../announce-resend.ts';
import { exchangeLoginCode, useLogin } from '../calls.ts';
import { EntrySteps } from '../entry-steps.tsx';
import { useUndoEmailChange } from './calls.ts';
import { useLinkToken } from './use-link-token.ts';

/** Page of the link that undoes a change of address: password, then the code step of signing in (R-accounts-67). */
export function UndoEmailChange() {
  const login = useLogin();
  const token = useLinkToken();
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
      form={(_email, onCodeSent) => <UndoForm token={token} onCodeSent={onCodeSent} />}
      schema={Otp}
      backLabel="Back"
      exchange={exchangeLoginCode}
      resend={(email) => announceResend(login.mutateAsync({ email, password: '' }))}
      onVerified={() => toast.success('Login successful!')}
      welcome={{ title: 'Welcome back', text: 'Login Successful! Redirecting to dashboard...' }}
    />
  );
}

type Props = { token: string | undefined; onCodeSent: (email: string) => void };

function UndoForm({ token, onCodeSent }: Props) {
  const undoing = useUndoEmailChange();
  const form = useContractForm(Reauthentication, { initialValues: { password: '' } });
  const submit = form.onSubmit(({ password }) =>
    undoing.mutate({ token: token ?? '', password }, { onSuccess: onCodeSent }),
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
