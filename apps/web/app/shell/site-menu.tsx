import { CloseButton, Group } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { SITE_MENU_ID } from '../lib/public-controls.ts';
import classes from './site-menu.module.css';

type Props = { ref: Ref<HTMLDialogElement>; onClose: () => void; children: ReactNode };

/**
 * Menu of a phone, the browser's own dialog: it opens at once on a public page, whose application isn't loaded, and in
 * newer browsers without any script (R-pages-32).
 */
export function SiteMenu({ ref, onClose, children }: Props) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes it with Escape
    <dialog
      ref={ref}
      id={SITE_MENU_ID}
      className={classes.menu}
      aria-labelledby={TITLE_ID}
      onClose={onClose}
      // The backdrop alone is the dialog and none of its children, as it has no padding.
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <Group justify="space-between" p="md">
        <h2 id={TITLE_ID} className={classes.title}>
          Menu
        </h2>
        <form method="dialog" className={classes.close}>
          <CloseButton type="submit" aria-label="Close" />
        </form>
      </Group>
      <div className={classes.body}>{children}</div>
    </dialog>
  );
}

const TITLE_ID = `${SITE_MENU_ID}-title`;
