import { isIP, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Groups of an IPv6 address that name one customer, a /64, and one site or carrier's pool, a /48. */
const CUSTOMER = 4;
const SITE = 3;

/** The key that an address counts under: one IPv6 customer has a whole /64. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const address = ipaddr.process(ip);
  return 'parts' in address ? networkOf(address, CUSTOMER) : address.toString();
}

/**
 * The keys of all networks of an address that are counted: of IPv6 its /64 and its /48, which one site may have to
 * itself (R-accounts-74).
 */
export function addressKeys(ip: string): readonly [string, ...string[]] {
  const key = addressKey(ip);
  if (!isIPv6(ip)) return [key];
  const address = ipaddr.process(ip);
  return 'parts' in address ? [key, networkOf(address, SITE)] : [key];
}

/** The keys of {@link addressKeys}, of an address of which only its `addressKey` is known. */
export function widerKeys(key: string): readonly [string, ...string[]] {
  const [, customer] = /^(.+)\/64$/.exec(key) ?? [];
  return customer === undefined ? [key] : addressKeys(customer);
}

function networkOf({ parts }: ipaddr.IPv6, groups: number): string {
  const network = parts.slice(0, groups).map((group) => group.toString(16));
  return `${network.join(':')}::/${16 * groups}`;
}

const FORWARDED = 'x-forwarded-for';

/**
 * Reads what proxies say of where a request comes from. A port is cut off. What is no address, and all that was said
 * before it, counts for nothing, so that the caller is the proxy which said it. Before all that asks for `request.ip`.
 */
export function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const said = headers[FORWARDED];
    // Node.js joins headers of this name to one text.
    if (typeof said === 'string') headers[FORWARDED] = cleanForwarded(said);
    done();
  });
}

/** The addresses of an `X-Forwarded-For` header that can be believed, without ports; empty when there is none. */
export function cleanForwarded(said: string): string {
  const addresses = said.split(',').map(withoutPort);
  return addresses.slice(addresses.lastIndexOf(null) + 1).join(', ');
}

/** The address of `192.0.2.1:443`, `[2001:db8::1]:443` or one that has no port; null of anything else. */
function withoutPort(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketed, bare] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? [];
  const address = bracketed ?? bare ?? text;
  return isIP(address) === 0 ? null : address;
}
