import { Input, Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId } from 'react';

/** Lazy, because the editor is large and few users write. */
const RichTextArea = lazy(() => import('./rich-text-area.tsx'));

type Props = {
  label: string;
  /** Initial HTML or plain text; later values are ignored, and another `key` starts anew. */
  value: string;
  /**
   * Called with the HTML after every change: p, strong, em, ul, ol, li and br without attributes; '' when it is empty.
   */
  onChange: (html: string) => void;
  error?: ReactNode;
  description?: ReactNode;
  /** Height of the text in px; longer text scrolls. */
  height?: number;
  /** Name of the form's field, by which the box is found. */
  'data-path'?: string;
};

/** Rich text editor (R-tracker-18); pasted text is reduced to the same formatting. */
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
