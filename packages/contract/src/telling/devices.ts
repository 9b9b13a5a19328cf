import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import { asItComes, Id, Instant } from '../wire/primitives.ts';

/** Devices of a person: the list goes out whole (R-webhooks-15). */
export const MAX_DEVICES = 10;

/** Said of a subscription without an address or keys, or whose keys are none. */
export const NO_SUBSCRIPTION = 'This browser did not say how to reach it';

/** Bytes as a browser's subscription has them, of a length that the standard sets (RFC 8291). */
function bytes(length: number) {
  return z.string({ error: NO_SUBSCRIPTION }).regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}=*$`), {
    error: NO_SUBSCRIPTION,
  });
}

/** A push subscription, as `PushSubscription.toJSON()` of a browser gives it. */
export const NewDevice = z.object({
  endpoint: asItComes(NO_SUBSCRIPTION).min(1, NO_SUBSCRIPTION).max(1_000, NO_SUBSCRIPTION),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }, { error: NO_SUBSCRIPTION }),
});
export type NewDevice = z.infer<typeof NewDevice>;

/** A browser that is told of what is due. */
export const Device = z.object({
  _id: Id,
  /** What the browser says it is (User-Agent). */
  name: z.string(),
  createdAt: Instant,
  /** When it last took a push; null before the first. */
  usedAt: Instant.nullable(),
});
export type Device = z.infer<typeof Device>;

export const listDevices = defineCall({
  id: 'listDevices',
  method: 'GET',
  path: '/devices',
  noun: 'devices',
  summary: "The caller's devices that pushes go to, and the key that a browser subscribes with",
  access: 'devices.manage-own',
  answers: { 200: z.object({ ...success(z.array(Device)).shape, publicKey: z.string() }) },
});

export const addDevice = defineCall({
  id: 'addDevice',
  method: 'POST',
  path: '/devices',
  noun: 'devices',
  summary: 'Send pushes to the browser that calls; its subscription is read from it',
  access: 'devices.manage-own',
  body: NewDevice,
  answers: { 201: success(Device) },
});

export const removeDevice = defineCall({
  id: 'removeDevice',
  method: 'DELETE',
  path: '/devices/:id',
  noun: 'devices',
  summary: 'Send no more pushes to a device',
  access: 'devices.manage-own',
  params: z.object({ id: Id }),
  answers: { 200: Acknowledgement },
});
