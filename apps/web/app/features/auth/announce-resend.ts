import toast from 'react-hot-toast';

/** Tells how mailing another code goes (specification 1, section 8). Answers whether one was mailed. */
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
