import {
  actOnLocalPayment,
  getLocalPayment,
  getReceipt,
  type LocalPayment,
  listOwnPayments,
  listPaymentsOfUser,
  type PlanState,
  refundOrder,
} from '@anupalan/contract/payments';
import { useQuery } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { ApiError, download, type Request, request } from '../../lib/api/api.ts';
import { callKey } from '../../lib/api/ask-again.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { saveFile } from '../../lib/api/save-file.ts';
import { useCall } from '../../lib/api/use-call.ts';

type LocalAction = Request<typeof actOnLocalPayment>['body']['action'];

/** Plan, paid period and payments of the viewer (R-payments-18). */
export function useOwnPayments({ enabled }: { enabled: boolean }) {
  return useQuery({ ...callQuery(listOwnPayments, {}, ({ data }): PlanState => data), enabled });
}

/** Plan, paid period and payments of any user, for administrators (R-payments-18). */
export function usePaymentsOfUser(userId: string) {
  return useQuery(callQuery(listPaymentsOfUser, { params: { id: userId } }, ({ data }): PlanState => data));
}

/** Saves a receipt as PDF (R-payments-19). */
export function useDownloadReceipt() {
  return useCall({
    send: async (number: number) => {
      const receipt = await download(getReceipt, { params: { number }, failed: 'Failed to download receipt' });
      saveFile(receipt, `anupalan-receipt-${number}.pdf`);
    },
  });
}

/** Refunds a paid order, which ends what it bought (R-payments-20). */
export function useRefundOrder() {
  return useCall({
    send: (orderId: string) => request(refundOrder, { params: { orderId }, failed: 'Failed to refund the payment' }),
    done: 'Payment refunded',
    // Users are stale too, even without an answer: the refund may have changed the role.
    changes: ['payments', 'users'],
  });
}

/** Payment waiting at the local gateway; null when there is none (R-payments-17). */
export function useLocalPayment(session: string) {
  return useQuery({
    queryKey: [...callKey(getLocalPayment), session],
    queryFn: ({ signal }): Promise<LocalPayment | null> =>
      request(getLocalPayment, { params: { session }, signal }).then(({ data }) => data, nullWhenUnknown),
  });
}

function nullWhenUnknown(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

/** Pays, fails or closes at the local gateway and follows its redirect (R-payments-17). */
export function useActOnLocalPayment(session: string) {
  const navigate = useNavigate();
  return useCall({
    send: async (action: LocalAction) =>
      (await request(actOnLocalPayment, { params: { session }, body: { action } })).data.redirect_url,
    onDone: async (_client, address, action) => {
      if (action === 'close') toast.error('Payment not completed. Please try again.');
      // Path only, to stay on the present host: `localhost` and `127.0.0.1` don't share a session (R-pages-20).
      const { pathname, search } = new URL(address);
      await navigate(pathname + search, { replace: true });
    },
  });
}
