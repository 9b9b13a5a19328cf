/** Oldest browsers that the style sheets are built and checked for. */
export const OLDEST = { chrome: 123, firefox: 121, safari: 17.5 } as const;
