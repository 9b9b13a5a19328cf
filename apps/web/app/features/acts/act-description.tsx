import { UnstyledButton } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { RichText } from '../../ui/rich-text.tsx';
import classes from './act-description.module.css';
import { isLongDescription } from './act-text.ts';

/** Act description; a long one is clamped to two lines with "Show More" (R-catalogue-7). */
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
          className={classes.more}
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

/** Clamped element: whether its text overflows at its present size. The last answer stands while it is unclamped. */
function useIsCut(clamped: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const [cut, setCut] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || !clamped) return;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [clamped]);
  return [ref, cut] as const;
}
