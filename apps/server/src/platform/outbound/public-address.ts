import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses that are public by their range and yet lead to what a machine of a cloud may alone ask. */
const PLATFORMS = new Set(['168.63.129.16']);

/** The unicast addresses of IPv6 that are given out; translated and embedded IPv4 addresses mostly lie outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is one that anybody on the internet can reach: no loopback, private, link-local, shared,
 * documentation, multicast or reserved one, and none of IPv6 that stands for one of IPv4 (R-webhooks-4).
 */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return isUnicast(parsed) && !PLATFORMS.has(parsed.toString());
  return parsed.zoneId === undefined && isUnicast(parsed) && parsed.match(GLOBAL_UNICAST) && !isIsatap(parsed);
}

function isUnicast(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.range() === 'unicast';
}

/** Whether the last half is an IPv4 address by RFC 5214. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200);
}

/** Names that never are on the internet, whatever a resolver says (RFC 6761, RFC 6762, RFC 9476 and clouds' own). */
const LOCAL_NAME = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|alt|home\.arpa)$/;

/** Whether a host name, as `URL` has it, can be one of the internet; of an IP address {@link isPublicAddress} says. */
export function isPublicName(name: string): boolean {
  const plain = name.replace(/\.$/, '');
  return plain.includes('.') && !LOCAL_NAME.test(plain);
}
