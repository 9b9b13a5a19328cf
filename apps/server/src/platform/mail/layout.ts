import { LIMITS } from '@anupalan/contract/wire/primitives';
import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { Preview } from '@react-email/preview';
import { render, toPlainText } from '@react-email/render';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { Fragment, createElement as h, type ReactNode } from 'react';
import { cutText } from '../text/cut-text.ts';
import type { Mail } from './mailer.ts';

const BRAND = { name: 'Anupalan', hindi: 'अनुपालन', purpose: 'Payroll and labour-law compliance, in view.' };

/** The web app's theme in its light scheme, for clients that read inline styles only. */
export const LIGHT = {
  ground: '#f1f3f7',
  card: '#ffffff',
  line: '#d8dde6',
  text: '#1b212c',
  dim: '#5d6676',
  ink: '#4560dc',
};
const DARK = { ground: '#0e1117', card: '#1a1f29', line: '#343b49', text: '#e4e7ed', dim: '#9ba4b4', ink: '#98adf4' };

const FONT = "Inter, system-ui, -apple-system, 'Segoe UI', 'Noto Sans Devanagari', 'Nirmala UI', sans-serif";
const MONOSPACE = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace";

/** The mark of elements that the plain text leaves out, because its last line names the sender. */
const SKIP_IN_TEXT = { 'data-skip-in-text': true };

/**
 * Classes exist only for what inline styles can't say: the dark scheme and narrow screens. The body's cell has the ground
 * too, and no class to be found by.
 */
const STYLE_SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground, .ground td[style*=${LIGHT.ground.slice(1)}] { background-color: ${DARK.ground} !important; }
  .card { background-color: ${DARK.card} !important; border-color: ${DARK.line} !important; }
  .code { background-color: ${DARK.ground} !important; border-color: ${DARK.line} !important; color: ${DARK.text} !important; }
  .text { color: ${DARK.text} !important; }
  .title { border-color: ${DARK.line} !important; }
  .dim { color: ${DARK.dim} !important; }
  .ink { color: ${DARK.ink} !important; }
  .tone-good { color: #6fd3a0 !important; }
  .tone-waiting { color: #f5c06a !important; }
  .tone-bad { color: #ff9a9a !important; }
  .tone-none { color: ${DARK.dim} !important; }
}
@media (max-width: 480px) {
  .card { padding: 24px 20px !important; }
  .code { font-size: 30px !important; }
}`;

/** A mail as its writer sees it; the layout adds the brand, both colour schemes and the plain text. */
export interface MailContent {
  to: string;
  subject: string;
  /** The address that answers go to, where it isn't the sender's. */
  replyTo?: string;
  /** In whose name it is, in place of the brand at its head: of a report, which is as wide as a page. */
  letterhead?: string;
  /** The line that a list of mails shows beside the subject. */
  preview: string;
  heading: string;
  blocks: ReactNode[];
  /** How to get no more of its kind, at its foot. */
  switchOff?: { readonly text: string; readonly href: string };
}

/** The mail as it is handed over, its plain text made from its HTML. */
export async function composeMail({ to, subject, replyTo, ...content }: MailContent): Promise<Mail> {
  const html = await render(layOut(content));
  const text = toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] });
  return { to, subject: cutText(subject, LIMITS.line), text, html, ...(replyTo && { replyTo }) };
}

/** A paragraph of ours, with names in it. */
export function paragraph(text: string): ReactNode {
  return h(Text, { className: 'text', style: { ...styles.text, color: LIGHT.text } }, cutText(text, LIMITS.note));
}

/** A line that matters only to some readers, in small print. */
export function aside(text: string): ReactNode {
  return h(Text, { className: 'dim', style: { ...styles.small, color: LIGHT.dim } }, cutText(text, LIMITS.note));
}

/** A text that somebody wrote, line by line, under its field's label. */
export function quotation(label: string, text: string): ReactNode {
  const lines = cutText(text, LIMITS.message)
    .split(/\r?\n/)
    .map((line, at) => h(Fragment, { key: at }, h('br'), line));
  const name = h('span', { className: 'dim', style: { color: LIGHT.dim, fontSize: '13px' } }, label);
  return h(Text, { className: 'text', style: { ...styles.text, color: LIGHT.text } }, name, lines);
}

/** A text that is compared character by character, such as a hash, under its label; it may break anywhere. */
export function exact(label: string, text: string): ReactNode {
  const name = h('span', { className: 'dim', style: { color: LIGHT.dim, fontSize: '13px' } }, label);
  const style = { fontFamily: MONOSPACE, fontSize: '13px', wordBreak: 'break-word' as const };
  return h(
    Text,
    { className: 'text', style: { ...styles.text, color: LIGHT.text } },
    name,
    h('br'),
    h('span', { style }, text),
  );
}

/** The title of a part of the mail. */
export function title(text: string): ReactNode {
  return h(Heading, { as: 'h2', className: 'text title', style: styles.title }, cutText(text, LIMITS.line));
}

/** The tones of what is told: settled, waiting, late; each is read on both grounds. */
export const TONES = { good: '#18794e', waiting: '#9a5b00', bad: '#c92a2a', none: LIGHT.dim } as const;
export type Tone = keyof typeof TONES;

/** A thing with how it stands, and with small print below. */
export function standing(
  name: string,
  {
    before = '',
    state,
    tone,
    details = [],
  }: { before?: string; state: string; tone: Tone; details?: readonly string[] },
): ReactNode {
  const lines = details.map((line, at) => h(Fragment, { key: at }, h('br'), cutText(line, LIMITS.note)));
  return h(
    Text,
    { className: 'text', style: { ...styles.standing, color: LIGHT.text } },
    h('strong', null, cutText(name, LIMITS.line)),
    h('br'),
    before && `${before} · `,
    h('span', { className: `tone-${tone}`, style: { color: TONES[tone], fontWeight: 600 } }, state),
    lines.length > 0 && h('span', { className: 'dim', style: { color: LIGHT.dim } }, lines),
  );
}

/**
 * Keeps mail programs from making a link of a text that somebody chose, in mail that goes to addresses of anybody
 * (R-mail-21).
 */
export function withoutLinks(text: string): string {
  return cutText(text, LIMITS.message).replace(/[.:@/](?=\S)/g, '$&\u200b');
}

/** A code, large; its spacing is only drawn, so that copying takes the bare digits. */
export function largeCode(code: string): ReactNode {
  return h(Text, { className: 'code', style: styles.code }, code);
}

export function action(label: string, href: string): ReactNode {
  return h(Section, { style: { margin: '24px 0' } }, h(Button, { href, style: styles.button }, label));
}

export function layOut({
  preview,
  heading,
  blocks,
  letterhead,
  switchOff,
}: Omit<MailContent, 'to' | 'subject' | 'replyTo'>): ReactNode {
  return h(
    Html,
    { lang: 'en-IN' },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', null, STYLE_SHEET),
    ),
    h(Preview, null, cutText(preview, LIMITS.line)),
    h(
      Body,
      { className: 'ground', style: styles.body },
      h(
        Container,
        { style: { maxWidth: letterhead ? '640px' : '480px', padding: '32px 12px' } },
        letterhead
          ? h(Text, { ...SKIP_IN_TEXT, className: 'text', style: styles.letterhead }, cutText(letterhead, LIMITS.line))
          : wordmark(),
        h(
          Section,
          { className: 'card', style: styles.card },
          h(Heading, { as: 'h1', className: 'text', style: styles.heading }, cutText(heading, LIMITS.line)),
          ...blocks,
        ),
        h(
          Text,
          { className: 'dim', style: styles.footer },
          letterhead ? `Sent with ${BRAND.name}` : `${BRAND.name} · ${BRAND.purpose}`,
          switchOff && h('br'),
          switchOff && h('a', { href: switchOff.href, className: 'dim', style: styles.switchOff }, switchOff.text),
        ),
      ),
    ),
  );
}

/** The brand in letters: most clients hide pictures until they are asked for. */
function wordmark(): ReactNode {
  return h(
    Text,
    {
      ...SKIP_IN_TEXT,
      style: { margin: '0 0 16px', padding: '0 4px', fontSize: '18px', lineHeight: '24px' },
    },
    h('strong', { className: 'ink', style: { color: LIGHT.ink, fontWeight: 650 } }, BRAND.name),
    ' ',
    h('span', { className: 'dim', lang: 'hi', style: { color: LIGHT.dim, fontSize: '14px' } }, BRAND.hindi),
  );
}

const styles = {
  body: { backgroundColor: LIGHT.ground, fontFamily: FONT, margin: '0', padding: '0' },
  card: { backgroundColor: LIGHT.card, border: `1px solid ${LIGHT.line}`, borderRadius: '12px', padding: '32px' },
  heading: { color: LIGHT.text, fontSize: '20px', lineHeight: '28px', fontWeight: 650, margin: '0 0 12px' },
  text: { fontSize: '15px', lineHeight: '24px', margin: '0 0 16px' },
  title: {
    borderTop: `1px solid ${LIGHT.line}`,
    fontSize: '16px',
    lineHeight: '24px',
    margin: '24px 0 8px',
    paddingTop: '16px',
    color: LIGHT.text,
  },
  standing: { fontSize: '14px', lineHeight: '21px', margin: '0 0 12px' },
  small: { fontSize: '13px', lineHeight: '20px', margin: '16px 0 0' },
  letterhead: {
    color: LIGHT.text,
    fontSize: '16px',
    lineHeight: '24px',
    fontWeight: 650,
    margin: '0 0 16px',
    padding: '0 4px',
  },
  footer: { color: LIGHT.dim, fontSize: '12px', lineHeight: '18px', margin: '16px 0 0', padding: '0 4px' },
  switchOff: { color: LIGHT.dim, textDecoration: 'underline' },
  code: {
    backgroundColor: LIGHT.ground,
    border: `1px solid ${LIGHT.line}`,
    borderRadius: '8px',
    color: LIGHT.text,
    fontFamily: MONOSPACE,
    fontSize: '34px',
    fontWeight: 600,
    letterSpacing: '0.24em',
    lineHeight: '40px',
    margin: '0 0 16px',
    // Space is added on the left too, because the last digit is followed by its spacing.
    padding: '16px 0 16px 0.24em',
    textAlign: 'center',
    userSelect: 'all',
  },
  button: {
    backgroundColor: LIGHT.ink,
    borderRadius: '8px',
    color: '#ffffff',
    fontSize: '15px',
    fontWeight: 600,
    lineHeight: '20px',
    padding: '12px 20px',
    textDecoration: 'none',
  },
} as const;
