/*
 * Attributes by which the script of public pages (`app/public-page`) knows the controls of the prerendered HTML, and
 * the event by which it learns that the application operates them.
 */

export const SITE_MENU_ID = 'site-menu';

/** Button that opens the menu; newer browsers do that by these attributes alone. */
export const OPENS_MENU = { command: 'show-modal', commandfor: SITE_MENU_ID, 'aria-haspopup': 'dialog' } as const;

export const SWITCHES_SCHEME = { 'data-switches-scheme': true } as const;

/** Event of the window, fired when the application has taken over the page. */
export const APPLICATION_RUNS = 'application-runs';
