import { UnstyledButton } from '@mantine/core';
import { useId, useState } from 'react';
import { RichText } from '../../ui/rich-text.tsx';
import classes from './act-description.module.css';
import { isLongDescription } from './is-long-description.ts';
import { useIsCut } from './use-is-cut.ts';

/** An act's description, of a long one only its first two lines until it is asked for. */
export function ActDescription({ html }: { html: string }) {
  return isLongDescription(html) ? <LongDescription key={html} html={html} /> : <RichText html={html} />;
}

function LongDescription({ html }: { html: string }) {
  const id = useId();
  const [whole, setWhole] = useState(false);
  const [ref, isCut] = useIsCut(!whole);
  return (
    <>
      <div ref={ref} id={id} className={classes.text} data-clamped={!whole || undefined}>
        <RichText html={html} />
      </div>
      {isCut && (
        <UnstyledButton
          className={classes.more ?? ''}
          aria-expanded={whole}
          aria-controls={id}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show Less' : 'Show More'}
        </UnstyledButton>
      )}
    </>
  );
}
