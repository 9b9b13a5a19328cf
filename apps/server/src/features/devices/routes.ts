import { addDevice, listDevices, removeDevice } from '@anupalan/contract/telling/devices';
import type { FastifyInstance } from 'fastify';
import { deviceOf } from '../../identity/sessions.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import * as commands from './commands.ts';
import { readDevices } from './queries.ts';
import { readVapidKeys } from './vapid-keys.ts';

export function registerDeviceRoutes(app: FastifyInstance, { database, outbound }: Services): void {
  const { db } = database;

  serve(app, database, listDevices, async ({ session: { userId } }) => {
    const [data, { publicKey }] = await Promise.all([readDevices(db, userId), readVapidKeys(db)]);
    return { status: 'success', data, publicKey };
  });
  serve(app, database, addDevice, async ({ session: { userId }, request, body }) => ({
    status: 'success',
    message: 'Notifications are on in this browser',
    data: await commands.addDevice({ db, outbound }, { userId, name: deviceOf(request) }, body),
  }));
  serve(app, database, removeDevice, async ({ session: { userId }, params }) => {
    await commands.removeDevice(db, userId, params.id);
    return { status: 'success', message: 'Device removed successfully' };
  });
}
