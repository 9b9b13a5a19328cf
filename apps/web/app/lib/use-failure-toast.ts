import { useEffect } from 'react';
import toast from 'react-hot-toast';

/** Toast about a failed load, once however often it is tried again; null and false while nothing failed. */
export function useFailureToast(failure: Error | boolean | null, message: string): void {
  const failed = Boolean(failure);
  useEffect(() => {
    if (failed) toast.error(message, { id: message });
  }, [failed, message]);
}
