/** Widths at which the layout changes: the library's from `xs` to `lg`, and that of a phone. */
export const BREAKPOINTS = { phone: '30em', xs: '36em', sm: '48em', md: '62em', lg: '75em' };
