import { MantineProvider } from '@mantine/core';
import { theme } from '../theme.ts';
import { SomethingWrong } from '../ui/pages/something-wrong.tsx';
import { toHtml } from './to-html.tsx';

/** Says in place of a page that its application can't be loaded. */
export function sayFailed(place: Element): void {
  place.innerHTML = toHtml(
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
      <SomethingWrong />
    </MantineProvider>,
  );
  place.querySelector('button')?.addEventListener('click', () => window.location.reload());
}
