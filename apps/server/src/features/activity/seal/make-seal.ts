import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson, type JsonObject, type JsonValue } from './canonical-json.ts';
import { hashLeaf, MerkleTree } from './merkle-tree.ts';
import type { SealKey } from './seal-key.ts';
import type { SourceRow } from './source-rows.ts';

const SALT_BYTES = 16;

/** The byte before a seal when it is hashed: 0 and 1 are those of leaves and nodes. */
const SEAL_PREFIX = Buffer.of(2);

/** An event as it is kept: without its contents, which stay where they were recorded. */
export interface SealedEvent {
  readonly source: string;
  readonly id: string;
  /** The canonical event, whose hash is the leaf. */
  readonly body: string;
  readonly leaf: Buffer;
  /** Hexadecimal, by the names of its contents. */
  readonly salts: Readonly<Record<string, string>>;
}

/** What an event says, with a salted hash in the place of each content. */
export function sealEvent({ source, id, at, by, impersonator, imported, of, content }: SourceRow): SealedEvent {
  const contents = contentsOf(content);
  const salts = Object.fromEntries(
    Object.keys(contents).map((name) => [name, randomBytes(SALT_BYTES).toString('hex')]),
  );
  const hashes = Object.entries(contents).map(([name, value]) => [name, hashContent(salts[name] ?? '', value)]);
  const body = canonicalJson({
    ...{ type: 'anupalan.event.3', source, id, at, by, impersonator, ...(imported && { imported }) },
    ...{ of: contentsOf(of), content: Object.fromEntries(hashes) },
  });
  return { source, id, body, leaf: hashLeaf(body), salts };
}

/** What is said, without what is empty. */
export function contentsOf(said: JsonObject): Readonly<Record<string, JsonValue>> {
  const given = Object.entries(said).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, value] as const],
  );
  return Object.fromEntries(given);
}

/** The hash of a content with its salt, both hexadecimal. */
export function hashContent(salt: string, value: JsonValue): string {
  return createHash('sha256').update(Buffer.from(salt, 'hex')).update(canonicalJson(value)).digest('hex');
}

/** The seal that another one follows. */
export interface FormerSeal {
  readonly number: number;
  /** Hexadecimal. */
  readonly head: string;
}

export interface Seal {
  readonly number: number;
  readonly body: string;
  readonly head: Buffer;
  readonly signature: Buffer;
}

/** Seals events of a company, which are in their order: at least one. `at` is the moment of it, with microseconds. */
export function makeSeal(
  key: Pick<SealKey, 'sign'>,
  events: readonly (SealedEvent & { readonly at: string })[],
  { chain, former, at }: { chain: string; former: FormerSeal | null; at: string },
): Seal {
  const moments = events.map((event) => event.at);
  const number = (former?.number ?? 0) + 1;
  const seal = {
    ...{ type: 'anupalan.seal.2', chain, number, at, count: events.length, previous: former?.head ?? null },
    ...{ from: moments[0], to: moments.at(-1) },
    root: new MerkleTree(events.map(({ leaf }) => leaf)).root.toString('hex'),
  };
  const body = canonicalJson(seal);
  const head = createHash('sha256').update(SEAL_PREFIX).update(body).digest();
  return { number, body, head, signature: key.sign(seal) };
}
