import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { takePassedState } from './lib/passed-state.ts';

// `Temporal` polyfill, downloaded only by browsers that lack it: calendar days need it everywhere.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');

takePassedState();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
