import type { ComponentProps } from 'react';
import type { FormCard } from '../../ui/forms/form-card.tsx';
import type { Panel } from '../../ui/panel.tsx';
import { CodeForm } from './code-form.tsx';

type Props = ComponentProps<typeof CodeForm> & {
  /** Card around the step. */
  in: typeof FormCard | typeof Panel;
  /** Address that the code was mailed to. */
  email: string;
  /** Sentence after the one about the code. */
  note?: string;
};

/** Code step, with the same words in every place. */
export function CodeStep({ in: Card, email, note, ...form }: Props) {
  return (
    <Card
      title="Verify your email"
      text={
        <>
          We sent a 6-digit code to <b>{email}</b>. It is valid for 10 minutes.{note && ` ${note}`}
        </>
      }
    >
      <CodeForm {...form} />
    </Card>
  );
}
