import {
  createWebhook,
  deleteWebhook,
  listWebhookCalls,
  listWebhooks,
  renewWebhookSecret,
  resendWebhookCall,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookWithSecret,
} from '@anupalan/contract/telling/webhooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Request, request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';

/** Milliseconds between two looks at calls that are being made. */
const LOOK_MS = 2_000;

const webhooksQuery = callQuery(
  listWebhooks,
  { failed: 'Failed to fetch the webhooks' },
  ({ data }): Webhook[] => data,
);

/** Webhooks of the company (R-webhooks-1). */
export function useWebhooks() {
  return useQuery(webhooksQuery);
}

/** Page of a webhook's calls, looked at again while one is about to be made. */
export function useWebhookCalls({ _id: id }: Webhook, page: number) {
  return useQuery({
    ...callQuery(
      listWebhookCalls,
      { params: { id }, query: { page, limit: 20 }, failed: 'Failed to fetch the calls' },
      ({ data, pagination }) => ({ calls: data, pagination }),
    ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.calls.some(({ state, nextAt }) => state === 'waiting' && nextAt === null) ? LOOK_MS : false,
  });
}

/** Adds a webhook; its form shows failures, and its secret comes this once. */
export function useAddWebhook() {
  return useCall({
    send: async (body: NonNullable<Request<typeof createWebhook>['body']>): Promise<WebhookWithSecret> =>
      (await request(createWebhook, { body })).data,
    describeFailure: inSilence,
    changes: ['webhooks'],
  });
}

type Changes = { id: string; changes: NonNullable<Request<typeof updateWebhook>['body']> };

/** Changes a webhook; its form shows failures. */
export function useChangeWebhook() {
  return useCall({
    send: ({ id, changes }: Changes) => request(updateWebhook, { params: { id }, body: changes }),
    done: 'Webhook updated',
    describeFailure: inSilence,
    changes: ['webhooks'],
  });
}

export function useSwitchWebhook() {
  return useCall({
    send: ({ webhook: { _id: id }, on }: { webhook: Webhook; on: boolean }) =>
      request(updateWebhook, { params: { id }, body: { on }, failed: 'Failed to switch the webhook' }),
    done: ({ on }) => (on ? 'Webhook switched on' : 'Webhook switched off'),
    changes: ['webhooks'],
  });
}

export function useRenewSecret() {
  return useCall({
    send: async ({ _id: id }: Webhook): Promise<WebhookWithSecret> =>
      (await request(renewWebhookSecret, { params: { id }, failed: 'Failed to make another secret' })).data,
    changes: ['webhooks'],
  });
}

export function useDeleteWebhook() {
  return useCall({
    send: ({ _id: id }: Webhook) => request(deleteWebhook, { params: { id }, failed: 'Failed to delete the webhook' }),
    done: 'Webhook deleted',
    changes: ['webhooks'],
  });
}

export function useTestWebhook() {
  return useCall({
    send: ({ _id: id }: Webhook) => request(testWebhook, { params: { id }, failed: 'Failed to send a test' }),
    changes: ['webhooks'],
  });
}

export function useResendCall() {
  return useCall({
    send: (id: string) => request(resendWebhookCall, { params: { id }, failed: 'Failed to send it again' }),
    changes: ['webhooks'],
  });
}
