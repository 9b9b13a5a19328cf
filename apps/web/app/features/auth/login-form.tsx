import { Credentials } from '@anupalan/contract/auth';
import type { RequestOptions } from '@anupalan/contract/passkeys';
import { Anchor, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useLocation } from 'react-router';
import { ApiError } from '../../lib/api/api.ts';
import { Link } from '../../lib/company/company-link.tsx';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useLogin } from './calls.ts';
import { toLoginFailure } from './login-failure.ts';

type Props = {
  email: string;
  /** Gets what the browser needs to ask for a passkey; null when a code was mailed. */
  onAccepted: (email: string, passkeyOptions: RequestOptions | null) => void;
};

/** Password step; once it succeeds a code has been mailed (R-accounts-12), or a passkey is asked for (R-passkeys-1). */
export function LoginForm({ email, onAccepted }: Props) {
  const login = useLogin();
  const { state } = useLocation();
  const form = useContractForm(Credentials, { initialValues: { email, password: '' } });
  const failure = login.error instanceof ApiError ? toLoginFailure(login.error) : undefined;
  const submit = form.onSubmit((credentials) =>
    login.mutate(credentials, { onSuccess: ({ data }) => onAccepted(credentials.email, data?.options ?? null) }),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert title={failure?.title} message={failure?.message} />
        <Field
          form={form}
          name="email"
          label="Email"
          type="email"
          size="md"
          required
          autoComplete="username"
          placeholder="you@company.in"
        />
        <Field
          form={form}
          name="password"
          as={PasswordInput}
          label="Password"
          size="md"
          required
          autoComplete="current-password"
        />
        <Group justify="flex-end">
          <Anchor component={Link} to="/forgot-password" state={state} size="sm">
            Forgot password?
          </Anchor>
        </Group>
        <Button type="submit" size="md" fullWidth loading={login.isPending}>
          Sign In
        </Button>
      </Stack>
    </form>
  );
}
