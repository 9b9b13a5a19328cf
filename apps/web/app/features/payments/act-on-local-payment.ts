import { actOnLocalPayment } from '@anupalan/contract/payments';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { type Request, request } from '../../lib/api.ts';

export type LocalAction = Request<typeof actOnLocalPayment>['body']['action'];

/** Pays, fails or closes at the local gateway, and goes where it sends the browser. */
export function useActOnLocalPayment(session: string) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (action: LocalAction) =>
      (await request(actOnLocalPayment, { params: { session }, body: { action } })).data.redirect_url,
    onSuccess: async (address, action) => {
      if (action === 'close') toast.error('Payment not completed. Please try again.');
      // Under the host that is open here: `localhost` and `127.0.0.1` don't share a session.
      const { pathname, search } = new URL(address);
      await navigate(pathname + search, { replace: true });
    },
    onError: (error) => toast.error(error.message),
  });
}
