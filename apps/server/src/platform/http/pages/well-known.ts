import { beginningOf, todayInIndia } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';

/** Days until a copy of security.txt expires; RFC 9116 asks for less than a year. */
const SECURITY_TXT_DAYS = 180;

const DAY_S = 86_400;

/** Pages that a search engine may list. All other addresses need an account or belong to one person. */
const PUBLIC_PAGES = [
  '/$',
  '/plans$',
  '/rates',
  '/contact$',
  '/register$',
  '/login$',
  '/terms$',
  '/privacy$',
  '/refund-policy$',
  '/recruitment/job-posting$',
];

/** Files that a search engine needs in order to show these pages. */
const PAGE_FILES = ['/assets/', '/favicon', '/manifest.webmanifest'];

interface WellKnown {
  /** The address of the web app, without a trailing slash. */
  readonly publicUrl: string;
  readonly supportEmail: string;
  readonly now: () => Temporal.Instant;
}

/**
 * Serves the addresses that programs know by themselves (R-pages-49): robots.txt (RFC 9309), security.txt (RFC 9116) and
 * the page to change a password (W3C). Every other address under /.well-known is 404 as JSON.
 */
export function serveWellKnown(app: FastifyInstance, { publicUrl, supportEmail, now }: WellKnown): void {
  const hidden = { schema: { hide: true } };
  app.get('/robots.txt', hidden, (_request, reply) => reply.headers(textFor(DAY_S)).send(ROBOTS_TXT));
  app.get('/.well-known/security.txt', hidden, (_request, reply) =>
    reply.headers(textFor(DAY_S)).send(writeSecurityTxt({ publicUrl, supportEmail, now: now() })),
  );
  app.get('/.well-known/change-password', hidden, (_request, reply) =>
    reply.header('Cache-Control', 'no-store').redirect('/profile#change-password', 302),
  );
}

const ROBOTS_TXT = [
  'User-agent: *',
  ...[...PUBLIC_PAGES, ...PAGE_FILES].map((path) => `Allow: ${path}`),
  'Disallow: /',
  '',
].join('\n');

/** @returns the text of security.txt, whose end is a whole day so that a copy stays the same for a day */
function writeSecurityTxt({
  publicUrl,
  supportEmail,
  now,
}: Omit<WellKnown, 'now'> & { now: Temporal.Instant }): string {
  const expires = beginningOf(todayInIndia(now).add({ days: SECURITY_TXT_DAYS }));
  return [
    `Contact: mailto:${encodeURI(supportEmail)}`,
    `Contact: ${publicUrl}/contact`,
    `Expires: ${expires}`,
    'Preferred-Languages: en, hi',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

function textFor(seconds: number): Record<string, string> {
  return { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': `public, max-age=${seconds}` };
}
