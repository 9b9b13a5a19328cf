import { addDevice, type Device, listDevices, removeDevice } from '@anupalan/contract/telling/devices';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { isThisBrowser, rememberDevice, subscribe, unsubscribe } from './subscription.ts';

const devicesQuery = callQuery(listDevices, { failed: 'Failed to fetch your devices' }, ({ data, publicKey }) => ({
  devices: data,
  publicKey,
}));

/** Devices of the person that pushes go to (R-webhooks-15). */
export function useDevices() {
  return useQuery(devicesQuery);
}

/** Asks the browser for its subscription and switches notifications on in it. */
export function useAddDevice() {
  return useCall({
    send: async (publicKey: string): Promise<Device> => {
      const body = await subscribe(publicKey);
      return (await request(addDevice, { body, failed: 'Failed to switch notifications on' })).data;
    },
    onDone: (_client, { _id }) => rememberDevice(_id),
    done: 'Notifications are on in this browser',
    changes: ['devices'],
  });
}

export function useRemoveDevice() {
  return useCall({
    send: ({ _id: id }: Device) =>
      request(removeDevice, { params: { id }, failed: 'Failed to switch notifications off' }),
    onDone: (_client, _answer, { _id }) => (isThisBrowser(_id) ? unsubscribe() : undefined),
    done: 'Notifications are off there',
    changes: ['devices'],
  });
}
