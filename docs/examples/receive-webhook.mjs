import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

/** Seconds that a call may be old: an older one may be somebody's who recorded it. */
const TOLERANCE = 5 * 60;

/** Whether a call is Anupalan's: `body` is what came, byte for byte, before anything parsed it. */
export function isGenuine(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (!id || !signatures || !(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // For a day after the secret was changed there are two signatures: one of them has to be right.
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** A server that hands each genuine call over once: what comes again has the same id. */
export function receiveWebhooks(secret, handle) {
  const seen = new Set();
  return createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    if (!isGenuine(secret, request.headers, body)) return response.writeHead(401).end();
    const id = request.headers['webhook-id'];
    if (!seen.has(id)) handle(JSON.parse(body));
    seen.add(id);
    // Answer at once, and do what takes long afterwards: a call has seven seconds.
    response.writeHead(204).end();
  });
}
