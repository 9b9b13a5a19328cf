import { Input, Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId } from 'react';

/** The editor is large: only who gets to write loads it. */
const RichTextArea = lazy(() => import('./rich-text-area.tsx'));

type Props = {
  label: string;
  /** HTML or plain text to start with. From then on the editor leads; another `key` starts it anew. */
  value: string;
  /** Told the HTML after every change: p, strong, em, ul, ol, li and br without attributes; '' when there is nothing. */
  onChange: (html: string) => void;
  error?: ReactNode;
  description?: ReactNode;
  /** Of the text, in px; more scrolls. */
  height?: number;
};

/** Writes the formatting that rich text may have (specification 2, section 2); what is pasted is reduced to it. */
export function RichTextEditor({ label, error, description, height = 300, ...text }: Props) {
  const id = useId();
  const ids = { label: `${id}-label`, description: `${id}-description`, error: `${id}-error` };
  const described = [description && ids.description, error && ids.error].filter(Boolean).join(' ');
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: ids.label }}
      description={description}
      descriptionProps={{ id: ids.description }}
      error={error}
      errorProps={{ id: ids.error }}
    >
      <Suspense fallback={<Skeleton height={height + 45} />}>
        <RichTextArea
          {...text}
          height={height}
          labelledBy={ids.label}
          describedBy={described}
          invalid={Boolean(error)}
        />
      </Suspense>
    </Input.Wrapper>
  );
}
