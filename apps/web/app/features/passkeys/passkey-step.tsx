import type { RequestOptions } from '@anupalan/contract/passkeys';
import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SignedIn } from '../../lib/session/session.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FormCard } from '../../ui/forms/form-card.tsx';
import { stopAskingForPasskey } from './browser-passkeys.ts';
import { signInWithPasskey } from './calls.ts';
import { RecoveryCodeForm } from './recovery-code-form.tsx';

type Props = {
  email: string;
  /** Challenge that came with the right password. */
  options: RequestOptions;
  onSignedIn: (given: SignedIn) => void;
  onBack: () => void;
};

/** Second step of signing in for who has a passkey (R-passkeys-6). */
export function PasskeyStep({ email, options, onSignedIn, onBack }: Props) {
  const [way, setWay] = useState<'passkey' | 'recovery-code'>('passkey');
  const attempt = useMutation({
    mutationFn: (asked: RequestOptions | null) => signInWithPasskey(email, asked),
    onSuccess: onSignedIn,
  });
  const started = useRef(false);
  const { mutate, reset } = attempt;
  useEffect(() => {
    // Once: the challenge that came with the password is answered by the first attempt.
    if (!started.current) mutate(options);
    started.current = true;
  }, [mutate, options]);

  function change(to: typeof way) {
    void stopAskingForPasskey();
    reset();
    setWay(to);
  }

  function leave() {
    void stopAskingForPasskey();
    onBack();
  }

  const back = (
    <Button variant="subtle" color="gray" size="compact-sm" onClick={leave}>
      Use a different email
    </Button>
  );
  if (way === 'recovery-code') {
    return (
      <FormCard title="Use a recovery code" text="Each of the codes you saved with your passkeys works once.">
        <RecoveryCodeForm email={email} onSignedIn={onSignedIn} />
        <Group justify="space-between" gap="xs">
          {back}
          <Button variant="subtle" size="compact-sm" onClick={() => change('passkey')}>
            Use your passkey instead
          </Button>
        </Group>
      </FormCard>
    );
  }
  return (
    <FormCard
      title="Use your passkey"
      text={
        <>
          Your password is right. Go on as <b>{email}</b> with your fingerprint, your face, a PIN or a security key.
        </>
      }
    >
      <Stack gap="lg">
        <FormAlert message={attempt.error?.message} />
        <Button size="md" fullWidth loading={attempt.isPending} onClick={() => mutate(null)} data-autofocus>
          {attempt.isError ? 'Try again' : 'Use passkey'}
        </Button>
        <Group justify="space-between" gap="xs">
          {back}
          <Button variant="subtle" size="compact-sm" onClick={() => change('recovery-code')}>
            Use a recovery code instead
          </Button>
        </Group>
      </Stack>
    </FormCard>
  );
}
