import { SITE_MENU_ID } from '../lib/public-controls.ts';

const OPENER = `[commandfor="${SITE_MENU_ID}"]`;

/** Opens and closes the menu of a phone until the application does (R-pages-32); the browser keeps focus and Escape. */
export function operateMenu(signal: AbortSignal): void {
  document.addEventListener(
    'click',
    ({ target }) => {
      const menu = document.getElementById(SITE_MENU_ID);
      if (!(menu instanceof HTMLDialogElement) || !(target instanceof Element)) return;
      if (target.closest(OPENER)) {
        if (!menu.open) menu.showModal();
      } else if (target === menu || (menu.contains(target) && target.closest('a'))) {
        // On the backdrop, or on a link: the way back finds the menu closed.
        menu.close();
      }
    },
    { signal },
  );
}
