import { Credentials } from '@anupalan/contract/auth';
import { Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Link, useLocation } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { toLoginFailure, useLogin } from './login.ts';

type Props = { email: string; onCodeSent: (email: string) => void };

/** E-mail and password; when they are right a code has been mailed. */
export function LoginForm({ email, onCodeSent }: Props) {
  const login = useLogin();
  const { state } = useLocation();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email, password: '' },
    validate: schemaResolver(Credentials, { sync: true }),
    transformValues: (values) => Credentials.parse(values),
  });
  const failure = login.error instanceof ApiError ? toLoginFailure(login.error) : undefined;
  const submit = form.onSubmit(
    (credentials) => login.mutate(credentials, { onSuccess: () => onCodeSent(credentials.email) }),
    (faults) => focusFirstFault(form, faults),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert title={failure?.title} message={failure?.message} />
        <TextInput
          {...form.getInputProps('email')}
          key={form.key('email')}
          label="Email"
          type="email"
          size="md"
          required
          autoComplete="username"
          placeholder="you@company.in"
        />
        <PasswordInput
          {...form.getInputProps('password')}
          key={form.key('password')}
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
