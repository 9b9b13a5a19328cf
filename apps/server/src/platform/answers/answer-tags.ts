import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** The tag of an answer: its content's own, so that every instance gives the same answer the same one. */
export function tagOf(content: string | Buffer): string {
  return `"${hash('sha1', content, 'base64')}"`;
}

/** Whether a tag is one of those that the caller has, weak or not: proxies that compress make weak ones of them. */
export function isNamed(tag: string, header: string | undefined): boolean {
  if (header === undefined) return false;
  if (header === tag) return true;
  return header.split(',').some((name) => strengthless(name) === strengthless(tag) || name.trim() === '*');
}

function strengthless(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

/**
 * Tags what was read, and says 304 to who has it already (R-api-7). What was done, or refused, is asked for by nobody
 * again: it has no tag. A 304 says nothing of a content that it hasn't got.
 */
export function tagAnswers(app: FastifyInstance): void {
  app.addHook('onSend', ({ method, headers }, reply, payload, done) => {
    const isRead = reply.statusCode === 200 && (method === 'GET' || method === 'HEAD');
    if (isRead && !reply.hasHeader('etag') && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
      const tag = tagOf(payload);
      reply.header('etag', tag);
      if (isNamed(tag, headers['if-none-match'])) reply.code(304);
    }
    if (reply.statusCode !== 304) return done(null, payload);
    reply.removeHeader('content-type');
    // Of what a HEAD would be answered with Fastify says the length, which a stream hasn't got.
    done(null, method === 'HEAD' && !(payload instanceof Readable) ? Readable.from([]) : null);
  });
}
