import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { shareBody } from './unread-answers.ts';

type Encoding = 'br' | 'gzip' | 'identity';

/** Brotli's quality: text of 4 MB takes a fifth of a second, once. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** A public answer that is the same for everybody: compressed and tagged once, so that asking for it, and reading it slowly, costs nothing. */
export class PreparedAnswer {
  /** The start of the content's digest, for names that change with the content. */
  readonly digest: string;
  readonly #type: string;
  readonly #bodies: Readonly<Record<Encoding, Buffer>>;

  private constructor(content: Buffer, type: string, compressed: Record<'br' | 'gzip', Buffer>) {
    this.digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
    this.#type = type;
    this.#bodies = { ...compressed, identity: content };
    for (const body of Object.values(this.#bodies)) shareBody(body);
  }

  static async prepare(content: Buffer, type: string): Promise<PreparedAnswer> {
    const [br, gzipped] = await Promise.all([promisify(brotliCompress)(content, QUALITY), promisify(gzip)(content)]);
    return new PreparedAnswer(content, type, { br, gzip: gzipped });
  }

  /** Sends the answer as the caller reads it, or 304. `caching` is its `Cache-Control`. */
  send(request: FastifyRequest, reply: FastifyReply, caching: string): FastifyReply {
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const etag = `W/"${this.digest}"`;
    reply.header('Cache-Control', caching).header('Vary', 'Accept-Encoding').header('ETag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
    return reply.type(this.#type).send(this.#bodies[encoding]);
  }
}

/** The best encoding that the caller names and doesn't refuse with `q=0`. */
export function chooseEncoding(header: string | string[] | undefined): Encoding {
  const accepted = String(header ?? '')
    .toLowerCase()
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? 'identity';
}
