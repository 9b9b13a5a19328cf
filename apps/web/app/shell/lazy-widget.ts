import { type ComponentType, lazy } from 'react';

/**
 * Widget that loads late; one that can't be loaded doesn't fail the page. Left out then, or `otherwise` in its place.
 */
export function lazyWidget<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  otherwise: ComponentType<Props> = () => null,
) {
  return lazy(() =>
    load().catch((error: unknown) => {
      reportError(error);
      return { default: otherwise };
    }),
  );
}
