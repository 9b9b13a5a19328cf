import { RecoveryCode } from '@anupalan/contract/passkeys';
import { Button, Stack } from '@mantine/core';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import type { SignedIn } from '../../lib/session/session.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { useSignInWithRecoveryCode } from './calls.ts';

type Props = { email: string; onSignedIn: (given: SignedIn) => void };

/** Recovery code in place of a passkey (R-passkeys-8). */
export function RecoveryCodeForm({ email, onSignedIn }: Props) {
  const recovery = useSignInWithRecoveryCode(email);
  const form = useContractForm(RecoveryCode, { initialValues: { code: '' } });
  const submit = form.onSubmit(({ code }) => recovery.mutate(code, { onSuccess: onSignedIn }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormAlert message={recovery.error?.message} />
        <Field
          form={form}
          name="code"
          label="Recovery code"
          size="md"
          required
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="XXXX-XXXX-XXXX-XXXX-XXXX-XXXX"
        />
        <Button type="submit" size="md" fullWidth loading={recovery.isPending}>
          Sign In
        </Button>
      </Stack>
    </form>
  );
}
