import { useEffect } from 'react';
import toast from 'react-hot-toast';

/** Tells the user once that something is missing, however many parts failed (specification 2, section 8). */
export function useLoadFailureToast(failed: boolean): void {
  useEffect(() => {
    if (failed) toast.error('Some data could not be loaded. Please try refreshing the page.', { id: 'load-failure' });
  }, [failed]);
}
