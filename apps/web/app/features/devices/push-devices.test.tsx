import { addDevice, listDevices, removeDevice } from '@anupalan/contract/telling/devices';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { acknowledgement, serve } from '../../../test/fake-server.ts';
import { show } from '../../../test/show.tsx';
import PushDevices from './push-devices.tsx';

const phone = {
  _id: '0199f000-0000-7000-8000-000000000001',
  name: 'Mozilla/5.0 (Android 15; Mobile) Firefox/140.0',
  createdAt: '2026-11-20T08:00:00.000Z',
  usedAt: null,
};
const here = { ...phone, _id: '0199f000-0000-7000-8000-000000000002', name: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' };
const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };

/** A browser that can be notified, whose user answers as told. */
function makeBrowser(permission: 'granted' | 'denied') {
  const unsubscribe = vi.fn(async () => true);
  const subscription = { toJSON: () => ({ endpoint: 'https://push.example.org/1', keys }), unsubscribe };
  const pushManager = { getSubscription: vi.fn(async () => null), subscribe: vi.fn(async () => subscription) };
  const register = vi.fn(async () => {});
  const registration = { pushManager, unregister: vi.fn(async () => true) };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { requestPermission: async () => permission });
  vi.stubGlobal('navigator', {
    ...{ userAgent: navigator.userAgent, language: 'en', onLine: true, clipboard: navigator.clipboard },
    serviceWorker: { register, ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  return { register, pushManager, registration };
}

function serveList(...devices: object[]) {
  return serve(listDevices, () => Response.json({ status: 'success', data: devices, publicKey: 'BPk' }));
}

test('nothing is loaded or asked before somebody switches notifications on', async () => {
  const { register, pushManager } = makeBrowser('granted');
  serveList();
  const added = serve(addDevice, () => Response.json({ status: 'success', data: here }, { status: 201 }));
  const user = show(<PushDevices />);
  const button = await screen.findByRole('button', { name: 'Notify me in this browser' });
  expect(register).not.toHaveBeenCalled();
  await user.click(button);
  expect(await screen.findByText('Notifications are on in this browser')).toBeTruthy();
  expect(register).toHaveBeenCalledWith('/push-worker.js');
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BPk' });
  expect(added.map(({ body }) => body)).toEqual([{ endpoint: 'https://push.example.org/1', keys }]);
});

test('who forbids notifications hears where to allow them, and nothing is sent', async () => {
  const { register } = makeBrowser('denied');
  serveList();
  const added = serve(addDevice, () => Response.json({ status: 'success', data: here }, { status: 201 }));
  const user = show(<PushDevices />);
  await user.click(await screen.findByRole('button', { name: 'Notify me in this browser' }));
  expect(await screen.findByText(/does not allow notifications/)).toBeTruthy();
  expect([register.mock.calls.length, added.length]).toEqual([0, 0]);
});

test('devices are named; one that is removed here ends its subscription', async () => {
  const { registration } = makeBrowser('granted');
  localStorage.setItem('push-device', here._id);
  serveList(phone, here);
  const removed = serve(removeDevice, acknowledgement);
  const user = show(<PushDevices />);
  const list = await screen.findByRole('list', { name: 'Devices that are notified' });
  expect(within(list).getByText(/Android/)).toBeTruthy();
  expect(within(list).getAllByText('This browser')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Notify me in this browser' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /Stop notifying .*Linux/ }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(registration.unregister).toHaveBeenCalled());
  expect(removed).toHaveLength(1);
  expect(localStorage.getItem('push-device')).toBeNull();
});

test('a browser that can’t be notified says so', async () => {
  serveList();
  show(<PushDevices />);
  expect(await screen.findByText(/This browser can't be notified/)).toBeTruthy();
});
