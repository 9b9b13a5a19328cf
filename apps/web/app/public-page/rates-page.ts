import { operateRates } from '../features/rates/operate-rates.ts';

/** Operates the page of rates until the application does; it has to be read before there is anything to operate. */
export function operateRatesPage(signal: AbortSignal): void {
  const operate = () => {
    const page = document.querySelector<HTMLElement>('[data-rates]');
    if (page && !signal.aborted) operateRates(page, signal);
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', operate, { signal });
  else operate();
}
