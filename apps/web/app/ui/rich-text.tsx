import { Typography } from '@mantine/core';
import createDOMPurify, { type DOMPurify } from 'dompurify';
import { useMemo } from 'react';
import classes from './rich-text.module.css';

/** The formatting that rich text may have; nothing has attributes (specification 2, section 2). */
const ALLOWED = { ALLOWED_TAGS: ['p', 'b', 'strong', 'i', 'em', 'ol', 'ul', 'li', 'br'], ALLOWED_ATTR: [] };

/** Made once, when first needed: pages that are rendered ahead have no window, and a list has many texts. */
let purifier: DOMPurify | undefined;

/** Rich text somebody wrote, cleaned again on its way to the screen. Takes HTML or plain text. */
export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => sanitize(html), [html]);
  return (
    <Typography
      className={classes.text ?? ''}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
}

function sanitize(html: string): string {
  purifier ??= createDOMPurify(window);
  return purifier.sanitize(html, ALLOWED);
}
