import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { useCountdown } from '../../lib/time/use-countdown.ts';
import { CodeInput } from '../../ui/forms/code-input.tsx';

const RESEND_SECONDS = 30;

type Props = {
  schema: z.ZodType<string>;
  /** Name of the button that goes back a step. */
  backLabel: string;
  onBack: () => void;
  /** Sends the code to the server; the message of its error is shown under the boxes. */
  verify: (code: string) => Promise<void>;
  onVerified: () => void;
  /** Mails another code and toasts about it; resolves to whether it was mailed. */
  resend: () => Promise<boolean>;
};

/** Code form, shared by sign-in, sign-up and e-mail change. */
export function CodeForm({ schema, backLabel, onBack, verify, onVerified, resend }: Props) {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const firstBox = useRef<HTMLInputElement>(null);
  const verification = useMutation({ mutationFn: verify, onSuccess: onVerified, onError: rejectCode });
  const resending = useMutation({ mutationFn: resend, onSuccess: (mailed) => mailed && startOver() });
  const { secondsLeft, restart } = useCountdown(RESEND_SECONDS);

  function rejectCode(error: Error) {
    setFault(error.message);
    firstBox.current?.focus();
  }

  function startOver() {
    restart();
    setCode('');
    setFault(undefined);
    firstBox.current?.focus();
  }

  /**
   * A whole code is sent by its last digit (R-accounts-71). One that is typed over another is whole at each of its digits,
   * and would be sent as a mixture of both: it is sent by the button.
   */
  function type(typed: string) {
    setCode(typed);
    setFault(undefined);
    const parsed = schema.safeParse(typed);
    if (isWhole(typed) && !isWhole(code) && parsed.success && !verification.isPending) verification.mutate(parsed.data);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (verification.isPending) return;
    const parsed = schema.safeParse(code);
    setFault(parsed.error?.issues[0]?.message);
    if (parsed.success) verification.mutate(parsed.data);
    else firstBox.current?.focus();
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <CodeInput ref={firstBox} value={code} onChange={type} error={fault} shaking={verification.isError} autoFocus />
        <Button type="submit" size="md" fullWidth loading={verification.isPending}>
          Verify
        </Button>
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onBack}>
            {backLabel}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={secondsLeft > 0 || resending.isPending}
            onClick={() => resending.mutate()}
          >
            {secondsLeft > 0 ? `Resend code in ${secondsLeft}s` : 'Resend code'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function isWhole(code: string): boolean {
  return /^\d{6}$/.test(code);
}
