import toast from 'react-hot-toast';

/** Toasts about another code being mailed (R-accounts-24). @returns whether it was mailed. */
export function announceResend(sending: Promise<unknown>): Promise<boolean> {
  const told = toast.promise(sending, {
    loading: 'Sending new code...',
    success: 'New code sent!',
    error: 'Failed to send code',
  });
  return told.then(
    () => true,
    () => false,
  );
}
