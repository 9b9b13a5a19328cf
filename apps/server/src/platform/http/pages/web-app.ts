import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type AllowedSources, contentSecurityPolicy } from '../content-security-policy.ts';
import { sendFileHeaders } from '../headers.ts';

interface Page {
  html: string;
  policy: string;
  etag: string;
}

interface WebAppOptions {
  /** What stands for the placeholders that the pages were built with, by placeholder. */
  told: Readonly<Record<string, string>>;
  /** Services elsewhere that single pages work with, by their addresses. */
  also?: Readonly<Record<string, AllowedSources>>;
  /** Who may see single pages, by their addresses; to all others there is no such page. */
  guards?: Readonly<Record<string, (request: FastifyRequest) => boolean>>;
}

/**
 * Serves the built web app: pages with their own policies, assets (named by content) for a year, the app shell for
 * addresses without a page of their own.
 * @param folder the pages and assets of one build, which stays until the end
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  { told, also = {}, guards = {} }: WebAppOptions,
): Promise<void> {
  const pages = readPages(folder, told);
  await app.register(staticFiles, {
    root: folder,
    index: false,
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.br'],
    preCompressed: true,
    acceptRanges: false,
    lastModified: false,
    setHeaders: (reply, file) => {
      sendFileHeaders(reply);
      const forever = file.startsWith(path.join(folder, 'assets') + path.sep);
      if (file.endsWith('.svg')) reply.header('Content-Type', 'image/svg+xml; charset=utf-8');
      reply.header('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  const shell = pages.get(SHELL);
  if (!shell) return;
  for (const address of readAddresses(folder)) {
    const built = pages.get(address) ?? shell;
    const page = { ...built, policy: contentSecurityPolicy(built.html, also[address]) };
    app.get(address, { schema: { hide: true } }, (request, reply) => {
      const isOpen = guards[address]?.(request) ?? true;
      return isOpen ? sendPage(request, reply, page) : reply.callNotFound();
    });
  }
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const address = request.url.split('?')[0] ?? '';
    if (path.posix.extname(address) !== '' || FOR_PROGRAMS.test(address)) return reply.callNotFound();
    return sendPage(request, reply.code(404), pages.get(NOT_FOUND) ?? shell);
  });
}

const SHELL = '/__spa-fallback';

/** Addresses that programs ask for: an unknown one is 404 as JSON, never a page (R-pages-49). */
const FOR_PROGRAMS = /^\/(api|\.well-known)(\/|$)/;

/** File of the page that says "Page not found" (R-pages-5). */
const NOT_FOUND = '/not-found';

function readPages(folder: string, told: WebAppOptions['told']): Map<string, Page> {
  return new Map(
    globSync('**/*.html', { cwd: folder }).map((file) => {
      const html = fillIn(readFileSync(path.join(folder, file), 'utf8'), told);
      const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
      return [addressOf(file), { html, policy: contentSecurityPolicy(html), etag }];
    }),
  );
}

/** Puts what is told in the place of its placeholders, which stand in texts and attributes only. */
function fillIn(html: string, told: WebAppOptions['told']): string {
  return Object.entries(told).reduce(
    (page, [placeholder, text]) => page.replaceAll(placeholder, () => escapeHtml(text)),
    html,
  );
}

/** A text as HTML has it in a text and in an attribute in double quotes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The app's addresses, as its build lists them beside the pages. */
function readAddresses(folder: string): string[] {
  return z.array(z.string()).parse(JSON.parse(readFileSync(path.join(folder, '../addresses.json'), 'utf8')));
}

/** The address of a page's file: `login/index.html` is served at `/login`. */
function addressOf(file: string): string {
  const name = file
    .split(path.sep)
    .join('/')
    .replace(/\.html$/, '')
    .replace(/(^|\/)index$/, '');
  return `/${name}`;
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply.header('Content-Security-Policy', page.policy).header('Cache-Control', 'no-cache').header('ETag', page.etag);
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(page.html);
}
