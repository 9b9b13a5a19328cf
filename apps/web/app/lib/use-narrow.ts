import { useMediaQuery } from '@mantine/hooks';
import { BREAKPOINTS } from './breakpoints.ts';

/** Narrow window, as `@mixin up-to-sm` in the style sheets. */
export function useNarrow(): boolean {
  return useMediaQuery(`(width <= ${BREAKPOINTS.sm})`, false, { getInitialValueInEffect: false });
}
