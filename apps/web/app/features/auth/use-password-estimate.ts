import { useEffect, useRef, useState } from 'react';
import { type PasswordEstimate, toEstimateRequest } from './password-estimate.ts';

/** Pause after the last keystroke before an estimate is made. */
const PAUSE_MS = 200;

/**
 * Password strength; null until it is known. The estimator is large, so it loads with the first password typed and ends
 * with the form.
 */
export function usePasswordEstimate(password: string, personal: readonly string[]): PasswordEstimate | null {
  const [estimate, setEstimate] = useState<PasswordEstimate | null>(null);
  const worker = useRef<Worker>(undefined);
  const known = personal.join('\n');

  useEffect(
    () => () => {
      worker.current?.terminate();
      worker.current = undefined;
    },
    [],
  );

  useEffect(() => {
    if (!password) return;
    const timer = setTimeout(() => {
      worker.current ??= startEstimator(setEstimate);
      worker.current.postMessage(toEstimateRequest(password, known.split('\n')));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [password, known]);

  return password ? estimate : null;
}

function startEstimator(tell: (estimate: PasswordEstimate) => void): Worker {
  const worker = new Worker(new URL('./password-estimator.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<PasswordEstimate>) => tell(data);
  return worker;
}
