import { createHash } from 'node:crypto';

/** Sources by directive. */
export type AllowedSources = Readonly<Record<string, readonly string[]>>;

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The policy for a page: nothing from elsewhere, and of inline scripts only those that the page was built with (by
 * their hashes). Styles may be inline: the component library sets them on elements.
 * @param also services elsewhere that the page works with, by directive
 */
export function contentSecurityPolicy(html = '', also: AllowedSources = {}): string {
  const scripts = [...html.matchAll(INLINE_SCRIPT)].map(([, source = '']) => hashSource(source));
  const policy = [
    "default-src 'self'",
    `script-src ${["'self'", ...new Set(scripts)].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return policy.map((rule) => [rule, ...(also[rule.split(' ')[0] ?? ''] ?? [])].join(' ')).join('; ');
}

function hashSource(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
