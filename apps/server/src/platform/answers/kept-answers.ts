import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { chooseEncoding } from '../http/prepared-answer.ts';
import { isNamed, tagOf } from './answer-tags.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes of kept answers on an instance, at most (R-api-28). */
const MOST_KEPT = 64 * MEGABYTE;

/** Bytes of one answer that is kept, at most: a few people with much recorded leave room for everybody else. */
const LARGEST = 4 * MEGABYTE;

/** The time an answer is kept at most, used or not: what was erased isn't in memory for long (R-users-22). */
const KEPT_FOR_MS = 24 * 3_600_000;

/** Bytes that an answer takes beside its body: its key, its tag and the books of the cache. */
const BESIDE_BODY = 1024;

/** Quick rather than thorough: an answer is read a few times before it is another one. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** The encodings in which answers are kept; whoever wants another one gets it made of `identity`. */
export type KeptEncoding = 'br' | 'gzip' | 'identity';

const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer, encoded and tagged: giving it again costs no more than its bytes, or none of them (R-api-7). */
export class EncodedAnswer {
  readonly tag: string;
  readonly body: Buffer;
  readonly #encoding: KeptEncoding;
  readonly #type: string;

  private constructor(tag: string, body: Buffer, { encoding, type }: { encoding: KeptEncoding; type: string }) {
    this.tag = tag;
    this.body = body;
    this.#encoding = encoding;
    this.#type = type;
  }

  /**
   * @param plain what is sent without compression: JSON unless its type says otherwise
   * @param as the tag is the content's own unless another is given
   */
  static async encode(
    plain: Buffer,
    encoding: KeptEncoding,
    { tag = tagOf(plain), type = JSON_TYPE }: { tag?: string | undefined; type?: string } = {},
  ): Promise<EncodedAnswer> {
    return new EncodedAnswer(tag, await COMPRESS[encoding](plain), { encoding, type });
  }

  /** An answer of which nothing but the tag is made, because the caller has it; null where they haven't. */
  static unchanged(tag: string, { headers }: FastifyRequest): EncodedAnswer | null {
    if (!isNamed(tag, headers['if-none-match'])) return null;
    return new EncodedAnswer(tag, Buffer.alloc(0), { encoding: 'identity', type: JSON_TYPE });
  }

  /** Sets the headers, and the status when the caller has this answer already. @returns what is sent. */
  prepare(reply: FastifyReply): Buffer | string {
    reply.header('ETag', this.tag).header('Vary', 'x-company, accept-encoding');
    if (isNamed(this.tag, reply.request.headers['if-none-match'])) {
      reply.code(304);
      return '';
    }
    if (this.#encoding !== 'identity') reply.header('Content-Encoding', this.#encoding);
    reply.type(this.#type);
    return this.body;
  }
}

const COMPRESS: Readonly<Record<KeptEncoding, (plain: Buffer) => Promise<Buffer>>> = {
  br: (plain) => promisify(brotliCompress)(plain, QUALITY),
  gzip: (plain) => promisify(gzip)(plain, { level: 4 }),
  identity: async (plain) => plain,
};

/** The encoding in which a caller is answered. */
export function keptEncodingFor(request: FastifyRequest): KeptEncoding {
  return chooseEncoding(request.headers['accept-encoding']) === 'br' ? 'br' : 'identity';
}

/**
 * Answers that were given, by what they followed from. Whoever makes a key puts into it everything that the answer
 * depends on, so nothing here is ever wrong, only unused: what was used longest ago makes room.
 */
export class KeptAnswers {
  readonly #answers: LRUCache<string, EncodedAnswer>;
  /** The answers that are being made; null for what turned out to be none that can be kept. */
  readonly #underWay = new Map<string, Promise<EncodedAnswer | null>>();

  constructor(mostBytes = MOST_KEPT, keptForMs = KEPT_FOR_MS) {
    this.#answers = new LRUCache({
      maxSize: mostBytes,
      maxEntrySize: Math.min(mostBytes, LARGEST),
      ttl: keptForMs,
      ttlAutopurge: true,
      sizeCalculation: ({ body }) => body.length + BESIDE_BODY,
    });
  }

  /** The bytes that are kept. */
  get bytes(): number {
    return this.#answers.calculatedSize;
  }

  find(key: string): EncodedAnswer | undefined {
    return this.#answers.get(key);
  }

  /** Keeps an answer, unless it alone is too large. */
  keep(key: string, answer: EncodedAnswer): void {
    this.#answers.set(key, answer);
  }

  /**
   * The answer of a key: the one that is kept, else one that is made, once for all who ask for it meanwhile. What can't
   * be kept, such as a stream, is made for each of them.
   * @throws what `make` throws, to all who wait for it
   */
  async findOrMake<T>(key: string, make: () => Promise<EncodedAnswer | T>): Promise<EncodedAnswer | T> {
    const known = this.find(key);
    if (known) return known;
    const underWay = this.#underWay.get(key);
    const others = underWay && (await underWay);
    if (others) return others;
    const making = make();
    const shared = making.then((answer) => (answer instanceof EncodedAnswer ? answer : null));
    // Whoever began it hears what it failed with, also where nobody else waits.
    shared.catch(() => {});
    this.#underWay.set(key, shared);
    try {
      const answer = await making;
      if (answer instanceof EncodedAnswer) this.keep(key, answer);
      return answer;
    } finally {
      if (this.#underWay.get(key) === shared) this.#underWay.delete(key);
    }
  }
}
