/** Variables of the theme as CSS, which a build writes here (theme-variables.ts); empty without one. */
export const THEME_CSS = '';
