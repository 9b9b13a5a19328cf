import { type ComponentType, lazy } from 'react';

/** Widget that loads late; one that can't be loaded is left out and doesn't fail the page. */
export function lazyWidget<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch((error: unknown) => {
      reportError(error);
      return { default: (() => null) satisfies ComponentType<Props> };
    }),
  );
}
