import { Input, PinInput } from '@mantine/core';
import { type ReactNode, type Ref, type SyntheticEvent, useId } from 'react';
import classes from './code-input.module.css';

const LENGTH = 6;
const LABEL = 'Verification code';

type Props = {
  value?: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  disabled?: boolean;
  autoFocus?: boolean;
  /** Shakes for one second while true (R-accounts-20). */
  shaking?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/**
 * Six boxes for the mailed code, into which it can be pasted whole. Letters are accepted, so that a message can explain
 * the fault.
 */
export function CodeInput({ error, shaking = false, ...input }: Props) {
  const errorId = useId();
  return (
    <Input.Wrapper label={LABEL} labelElement="div" error={error} errorProps={{ id: errorId, role: 'alert' }}>
      <PinInput
        {...input}
        length={LENGTH}
        type="alphanumeric"
        size="lg"
        gap={8}
        placeholder=""
        error={Boolean(error)}
        aria-label={LABEL}
        aria-describedby={error ? errorId : undefined}
        className={classes.boxes}
        classNames={{ pinInput: classes.box, input: classes.digit }}
        data-shaking={shaking || undefined}
        getInputProps={(index) => ({
          inputMode: 'numeric',
          onClick: selectDigit,
          onKeyDownCapture: selectDigit,
          'aria-label': `${LABEL}, digit ${index + 1} of ${LENGTH}`,
          'aria-invalid': Boolean(error),
        })}
      />
    </Input.Wrapper>
  );
}

/** Selects the digit in a box before a key changes it, so that the next one replaces it; the library would drop it. */
function selectDigit({ currentTarget: box }: SyntheticEvent<HTMLInputElement>) {
  box.select();
}
