import { LIMITS } from '@anupalan/contract/wire/primitives';
import { render } from '@react-email/render';
import { cutText } from '../text/cut-text.ts';
import { LIGHT, layOut, type MailContent, TONES, type Tone } from './layout.ts';
import type { Mail } from './mailer.ts';

/**
 * A mail whose parts are written as text and as HTML side by side: to render the tree of a mail, and to make its plain
 * text of that, takes milliseconds, which a hundred thousand mails don't have.
 */
export interface WrittenContent extends Pick<MailContent, 'to' | 'subject' | 'preview' | 'heading' | 'switchOff'> {
  readonly html: string;
  readonly text: string;
}

/** What stands in the frame where a mail's own parts go. */
const HOLES = { preview: '[[preview]]', heading: '[[heading]]', body: '[[body]]', href: '[[href]]', off: '[[off]]' };

let frames: Promise<{ readonly [withSwitch in 'true' | 'false']: string }> | undefined;

/** The layout is rendered once, and every mail filled into it. */
export async function composeWritten({ to, subject, ...content }: WrittenContent): Promise<Mail> {
  frames ??= renderFrames();
  const { html, text, switchOff } = content;
  const [preview, heading] = [cutText(content.preview, LIMITS.line), cutText(content.heading, LIMITS.line)];
  const filled = fill((await frames)[`${switchOff !== undefined}`], {
    [HOLES.preview]: escapeHtml(preview),
    [HOLES.heading]: escapeHtml(heading),
    [HOLES.body]: html,
    [HOLES.href]: escapeHtml(switchOff?.href ?? ''),
    [HOLES.off]: escapeHtml(switchOff?.text ?? ''),
  });
  const foot = switchOff ? `\n${switchOff.text}: ${switchOff.href}` : '';
  return {
    to,
    subject: cutText(subject, LIMITS.line),
    html: filled,
    text: `${heading}\n\n${text}\n\n${FOOT}${foot}\n`,
  };
}

const FOOT = 'Anupalan · Payroll and labour-law compliance, in view.';

async function renderFrames() {
  const { preview, heading, body, href, off } = HOLES;
  const content = { preview, heading, blocks: [body] };
  const [plain, switchable] = await Promise.all([
    render(layOut(content)),
    render(layOut({ ...content, switchOff: { href, text: off } })),
  ]);
  return { false: plain, true: switchable };
}

function fill(frame: string, parts: Readonly<Record<string, string>>): string {
  return frame.replaceAll(/\[\[\w+\]\]/g, (hole) => parts[hole] ?? hole);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it stands in HTML, also within an attribute in double quotes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** A part of a mail in both forms. */
export interface Written {
  readonly html: string;
  readonly text: string;
}

/** Parts one after the other, with an empty line between them in the text. */
export function joinWritten(parts: readonly Written[]): Written {
  return { html: parts.map(({ html }) => html).join(''), text: parts.map(({ text }) => text).join('\n\n') };
}

export function writeParagraph(said: string): Written {
  const text = cutText(said, LIMITS.note);
  return { html: `<p class="text" style="${STYLES.text}">${escapeHtml(text)}</p>`, text };
}

/** The title of a large part of the mail. */
export function writeTitle(said: string): Written {
  const text = cutText(said, LIMITS.line);
  return { html: `<h2 class="text title" style="${STYLES.title}">${escapeHtml(text)}</h2>`, text: `== ${text} ==` };
}

/** The title of some things of one sort. */
export function writeLabel(text: string, tone: Tone): Written {
  const html = `<h3 class="tone-${tone}" style="${STYLES.label};color:${TONES[tone]}">${escapeHtml(text)}</h3>`;
  return { html, text: text.toUpperCase() };
}

/** A button that leads on. */
export function writeAction(label: string, href: string): Written {
  const html = `<p style="margin:24px 0 0"><a href="${escapeHtml(href)}" style="${STYLES.button}">${escapeHtml(label)}</a></p>`;
  return { html, text: `${label}: ${href}` };
}

/** Small print with a link at its end. */
export function writeAside(text: string, link: { readonly label: string; readonly href: string }): Written {
  const html = `<p class="dim" style="${STYLES.small}">${escapeHtml(text)} ${linkTo(link)}</p>`;
  return { html, text: `${text} ${link.label}: ${link.href}` };
}

/** A link in small print. */
export function writeLink(link: { readonly label: string; readonly href: string }): Written {
  return { html: `<p class="dim" style="${STYLES.more}">${linkTo(link)}</p>`, text: `${link.label}: ${link.href}` };
}

/** A thing with how it stands, small print below, and what can be done about it. */
export interface WrittenThing {
  readonly name: string;
  readonly href: string;
  readonly state: string;
  readonly tone: Tone;
  readonly details: readonly string[];
  readonly links: readonly { readonly label: string; readonly href: string }[];
}

export function writeThing({ href, state, tone, links, ...said }: WrittenThing): Written {
  const name = cutText(said.name, LIMITS.line);
  const details = said.details.map((line) => cutText(line, LIMITS.note));
  const small = details.map((line) => `<br><span class="dim" style="color:${LIGHT.dim}">${escapeHtml(line)}</span>`);
  const actions = links.length > 0 ? `<br>${links.map(linkTo).join(' · ')}` : '';
  const html =
    `<p class="text" style="${STYLES.thing}">` +
    `<a class="ink" href="${escapeHtml(href)}" style="${STYLES.name}">${escapeHtml(name)}</a><br>` +
    `<span class="tone-${tone}" style="color:${TONES[tone]};font-weight:600">${escapeHtml(state)}</span>` +
    `${small.join('')}${actions}</p>`;
  const lines = [state, ...details, ...links.map((link) => `${link.label}: ${link.href}`), href];
  return { html, text: [`- ${name}`, ...lines.map((line) => `  ${line}`)].join('\n') };
}

function linkTo({ label, href }: { readonly label: string; readonly href: string }): string {
  return `<a class="ink" href="${escapeHtml(href)}" style="color:${LIGHT.ink}">${escapeHtml(label)}</a>`;
}

const STYLES = {
  text: `font-size:15px;line-height:24px;margin:0 0 16px;color:${LIGHT.text}`,
  title: `border-top:1px solid ${LIGHT.line};font-size:16px;line-height:24px;margin:24px 0 8px;padding-top:16px;color:${LIGHT.text}`,
  label: 'font-size:13px;line-height:20px;font-weight:650;margin:20px 0 8px',
  thing: `font-size:14px;line-height:21px;margin:0 0 14px;color:${LIGHT.text}`,
  name: `color:${LIGHT.ink};font-weight:600;text-decoration:none`,
  small: `font-size:13px;line-height:20px;margin:20px 0 0;color:${LIGHT.dim}`,
  more: `font-size:14px;line-height:21px;margin:0 0 14px;color:${LIGHT.dim}`,
  button: `background-color:${LIGHT.ink};border-radius:8px;color:#ffffff;display:inline-block;font-size:15px;font-weight:600;line-height:20px;padding:12px 20px;text-decoration:none`,
};
