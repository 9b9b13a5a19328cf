import { UnstyledButton } from '@mantine/core';
import { useId, useState } from 'react';
import { RichText } from '../../ui/rich-text.tsx';
import classes from './act-description.module.css';
import { isLongDescription } from './is-long-description.ts';

/** An act's description, of a long one only its first two lines until it is asked for. */
export function ActDescription({ html }: { html: string }) {
  const id = useId();
  const [whole, setWhole] = useState(false);
  if (!isLongDescription(html)) return <RichText html={html} />;
  return (
    <>
      <div id={id} className={classes.text} data-clamped={!whole || undefined}>
        <RichText html={html} />
      </div>
      <UnstyledButton
        className={classes.more ?? ''}
        aria-expanded={whole}
        aria-controls={id}
        onClick={() => setWhole(!whole)}
      >
        {whole ? 'Show Less' : 'Show More'}
      </UnstyledButton>
    </>
  );
}
