import {
  createWebhook,
  listWebhookCalls,
  listWebhooks,
  resendWebhookCall,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookCall,
} from '@anupalan/contract/telling/webhooks';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, serve, success } from '../../../test/fake-server.ts';
import { show } from '../../../test/show.tsx';
import Webhooks from './webhooks.tsx';

const webhook: Webhook = {
  _id: '0199f000-0000-7000-8000-000000000001',
  address: 'https://hooks.example.in/anupalan',
  events: ['status.recorded'],
  off: null,
  failures: 0,
  failingSince: null,
  waiting: 0,
  madeBy: '0199f000-0000-7000-8000-000000000009',
  formerSecretUntil: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
};

const call: WebhookCall = {
  _id: '0199f000-0000-7000-8000-000000000002',
  event: 'status.recorded',
  happenedAt: '2026-11-22T08:00:00.000Z',
  state: 'failed',
  tries: 12,
  nextAt: null,
  triedAt: '2026-11-22T09:00:00.000Z',
  status: 500,
  fault: null,
  ms: 120,
  answer: '<b>Internal Server Error</b>',
};

function serveCalls(...calls: WebhookCall[]) {
  const pagination = { page: 1, limit: 20, total: calls.length, pages: 1 };
  return serve(listWebhookCalls, () => Response.json({ status: 'success', data: calls, pagination }));
}

test('what the server refuses stays in the form; the secret of a new one is shown once', async () => {
  serve(listWebhooks, () => success([]));
  const fault = 'Please enter an address on the internet: this one leads into a private network';
  serve(createWebhook, () => failure(400, fault, { address: fault }));
  const user = show(<Webhooks />);
  await user.click(await screen.findByRole('button', { name: 'Add a webhook' }));
  const address = await screen.findByRole<HTMLInputElement>('textbox', { name: /Address/ });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please choose at least one event')).toBeTruthy();
  await user.type(address, 'https://10.0.0.1/in');
  await user.click(screen.getByRole('checkbox', { name: 'A status is recorded' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(fault)).toBeTruthy();
  expect(address.value).toBe('https://10.0.0.1/in');
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const made = serve(createWebhook, () =>
    Response.json({ status: 'success', data: { ...webhook, secret } }, { status: 201 }),
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByDisplayValue(secret)).toBeTruthy();
  expect(made.map(({ body }) => body)).toEqual([{ address: 'https://10.0.0.1/in', events: ['status.recorded'] }]);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByDisplayValue(secret)).toBeNull();
});

test('the log says what became of each call, and sends again', async () => {
  serve(listWebhooks, () => success([webhook]));
  serveCalls(call);
  const again = serve(resendWebhookCall, () => success({ ...call, state: 'waiting', tries: 0 }));
  const tested = serve(testWebhook, () => Response.json({ status: 'success', data: call }, { status: 201 }));
  const user = show(<Webhooks />);
  await user.click(await screen.findByRole('button', { name: 'Calls of hooks.example.in' }));
  const line = within(await screen.findByRole('list', { name: 'Calls' }));
  expect(line.getByText('Given up')).toBeTruthy();
  expect(line.getByText(/Answered 500 in 120 ms · 12 tries/)).toBeTruthy();
  // An answer is text, whatever it holds.
  expect(line.getByText('<b>Internal Server Error</b>')).toBeTruthy();
  await user.click(line.getByRole('button', { name: /Send again: A status is recorded/ }));
  await user.click(screen.getByRole('button', { name: 'Send a test' }));
  expect([again.length, tested.length]).toEqual([1, 1]);
});

test('one that was switched off says why, and is on again with one click', async () => {
  serve(listWebhooks, () =>
    success([{ ...webhook, failures: 23, off: { at: '2026-11-22T08:00:00.000Z', why: 'failures' }, waiting: 4 }]),
  );
  const changed = serve(updateWebhook, () => success(webhook));
  const user = show(<Webhooks />);
  expect(await screen.findByText('Off: it failed')).toBeTruthy();
  expect(screen.getByText(/after it failed for more than a day\. Its calls say why\. · 4 waiting/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Switch on' }));
  expect(await screen.findByText('Webhook switched on')).toBeTruthy();
  expect(changed.map(({ body }) => body)).toEqual([{ on: true }]);
});
