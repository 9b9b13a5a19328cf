import { Typography } from '@mantine/core';
import createDOMPurify from 'dompurify';
import { useMemo } from 'react';
import classes from './rich-text.module.css';

/** The formatting that rich text may have; nothing has attributes (specification 2, section 2). */
const ALLOWED = { ALLOWED_TAGS: ['p', 'b', 'strong', 'i', 'em', 'ol', 'ul', 'li', 'br'], ALLOWED_ATTR: [] };

/** Rich text somebody wrote, cleaned again on its way to the screen. Takes HTML or plain text. */
export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => createDOMPurify(window).sanitize(html, ALLOWED), [html]);
  return (
    <Typography
      className={classes.text ?? ''}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
}
