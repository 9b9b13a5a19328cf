import { useEffect } from 'react';
import toast from 'react-hot-toast';

/** Says once that a list could not be loaded; null while nothing failed. */
export function useFailureToast(error: Error | null, message: string): void {
  useEffect(() => {
    if (error) toast.error(message, { id: message });
  }, [error, message]);
}
