import { Typography } from '@mantine/core';
import createDOMPurify, { type DOMPurify } from 'dompurify';
import { useMemo } from 'react';
import classes from './rich-text.module.css';

/** Formatting allowed in rich text, without any attributes (R-tracker-18). */
const ALLOWED = { ALLOWED_TAGS: ['p', 'b', 'strong', 'i', 'em', 'ol', 'ul', 'li', 'br'], ALLOWED_ATTR: [] };

/**
 * Purifier, created on first use, because prerendered pages have no window, and only once, because a list has many
 * texts.
 */
let purifier: DOMPurify | undefined;

/** Rich text, HTML or plain, sanitised again before it is shown (R-tracker-18). */
export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => sanitize(html), [html]);
  return (
    <Typography
      className={classes.text}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
}

function sanitize(html: string): string {
  purifier ??= createDOMPurify(window);
  return purifier.sanitize(html, ALLOWED);
}
