// @ts-check
import { isIP } from 'node:net';

/*
 * The kinds of values that settings have. Plain JavaScript without packages: `npm start` checks settings with whatever
 * Node.js the machine has, before anything is installed.
 */

/** A mistake in a setting: what is wrong with it and an example, without the variable's name. */
export class Fault extends Error {}

/**
 * @param {string} what
 * @param {string} example
 */
export function describeFault(what, example) {
  return `${what}, for example ${example}`;
}

/**
 * @template T
 * @typedef {(text: string) => T} Reader reads the text of a variable; it throws a `Fault`.
 */

/**
 * @param {RegExp} pattern
 * @param {string} what
 * @param {string} example
 * @returns {Reader<string>}
 */
export function matching(pattern, what, example) {
  return (text) => {
    if (!pattern.test(text)) throw new Fault(describeFault(what, example));
    return text;
  };
}

/**
 * @param {number} max
 * @param {string} example
 * @returns {Reader<string>}
 */
export function shortText(max, example) {
  return (text) => {
    const trimmed = text.trim();
    if (trimmed.length > max) throw new Fault(describeFault(`must have at most ${max} characters`, example));
    return trimmed;
  };
}

/** @type {Reader<string>} */
export const anyText = (text) => text;

/**
 * @param {number} min
 * @param {number} max
 * @param {string} example
 * @returns {Reader<number>}
 */
export function wholeNumber(min, max, example) {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new Fault(describeFault(`must be a whole number from ${min} to ${max}`, example));
  };
}

/**
 * @template {string} Choice
 * @param {readonly Choice[]} choices
 * @param {string} what
 * @param {string} example
 * @returns {Reader<Choice>}
 */
export function oneOf(choices, what, example) {
  return (text) => {
    const choice = choices.find((each) => each === text);
    if (choice === undefined) throw new Fault(describeFault(what, example));
    return choice;
  };
}

/**
 * @param {readonly string[]} protocols
 * @param {string} example
 * @returns {Reader<string>}
 */
export function webAddress(protocols, example) {
  return (text) => {
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
    throw new Fault(describeFault(`must be an address that starts with ${protocols.join('// or ')}//`, example));
  };
}

/**
 * The address of a bucket, with the key and the secret of who may use it; a secret often has signs to be encoded.
 * @param {string} example
 * @returns {Reader<string>}
 */
export function bucketAddress(example) {
  const read = webAddress(['http:', 'https:'], example);
  return (text) => {
    const { username, password, pathname } = new URL(read(text));
    if (username !== '' && password !== '' && pathname.length > 1) return text;
    const fault = 'must have a key, a secret (percent-encoded: %2F for /, %2B for +) and a bucket';
    throw new Fault(describeFault(fault, example));
  };
}

/**
 * @param {string} example
 * @returns {Reader<string>}
 */
export function mailAddress(example) {
  const read = matching(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address', example);
  return (text) => read(text.trim().toLowerCase());
}

/** The rules that every new password keeps, in the order in which the forms tell them (R-accounts-25). */
const PASSWORD_RULES = /** @type {const} */ ([
  [/^[\s\S]{8,}$/, 'must have at least 8 characters'],
  [/^[\s\S]{0,200}$/, 'must have at most 200 characters'],
  [/[A-Z]/, 'must contain at least one uppercase letter'],
  [/[a-z]/, 'must contain at least one lowercase letter'],
  [/[0-9]/, 'must contain at least one number'],
  [/[^A-Za-z0-9\s]/, 'must contain at least one special character'],
]);

/**
 * @param {string} example
 * @returns {Reader<string>}
 */
export function newPassword(example) {
  return (text) => {
    const broken = PASSWORD_RULES.find(([rule]) => !rule.test(text));
    if (broken) throw new Fault(describeFault(broken[1], example));
    return text;
  };
}

/**
 * The setting as Fastify has it: off, trusted addresses, or a rule (here: a number of hops).
 * @typedef {false | string[] | ((address: string, hop: number) => boolean)} TrustProxy
 */

/**
 * Reads whom to believe about a caller's address. `true` is one proxy and no more: what stands further left in
 * X-Forwarded-For is the caller's own claim.
 * @type {Reader<TrustProxy>}
 */
export function trustedProxies(text) {
  if (text === 'false') return false;
  const hops = text === 'true' ? 1 : /^\d+$/.test(text) ? Number(text) : null;
  if (hops !== null) return (_address, hop) => hop < hops;
  const addresses = text.split(',').map((entry) => entry.trim());
  if (addresses.every((entry) => isNetwork(entry) || /^(loopback|linklocal|uniquelocal)$/.test(entry))) {
    return addresses;
  }
  throw new Fault(describeFault('must be true, false, a number of hops or addresses', 'TRUST_PROXY=10.0.0.1'));
}

/**
 * Whether an entry is an address, or a network such as 10.0.0.0/8.
 * @param {string} entry
 */
function isNetwork(entry) {
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
