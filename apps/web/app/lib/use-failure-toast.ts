import { useEffect } from 'react';
import toast from 'react-hot-toast';

/** Toast about a failed load, once however often it fails; null and false while nothing failed. */
export function useFailureToast(failure: Error | boolean | null, message: string): void {
  useEffect(() => {
    if (failure) toast.error(message, { id: message });
  }, [failure, message]);
}
