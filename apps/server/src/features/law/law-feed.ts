import type { LawChange } from '@anupalan/contract/law/changes';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { LAW_CHANGE_WORDS } from '@anupalan/domain/law/law-changes';
import { stateLabel } from '@anupalan/domain/states';

/** Changes as an Atom feed (RFC 4287), the newest first (R-law-13). `origin` is where this server is reached. */
export function lawFeed(origin: string, changes: readonly LawChange[]): string {
  const updated = changes[0]?.at ?? '1970-01-01T00:00:00.000Z';
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeXml(`${origin}/api/law/changes.atom`)}</id>`,
    '<title>Anupalan: what changed in the law</title>',
    `<link rel="self" type="application/atom+xml" href="${escapeXml(`${origin}/api/law/changes.atom`)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(`${origin}/rates`)}"/>`,
    `<updated>${updated}</updated>`,
    '<author><name>Anupalan</name></author>',
    ...changes.map(entryOf),
    '</feed>',
    '',
  ].join('\n');
}

function entryOf(change: LawChange): string {
  const { _id, at, title, source } = change;
  return [
    '<entry>',
    `<id>urn:uuid:${_id}</id>`,
    `<title>${escapeXml(`${LAW_CHANGE_WORDS[change.change]}: ${title}`)}</title>`,
    `<updated>${at}</updated>`,
    `<category term="${change.change}"/>`,
    `<summary>${escapeXml(summaryOf(change))}</summary>`,
    `<content type="text">${escapeXml(`${summaryOf(change)} Source: ${source}`)}</content>`,
    '</entry>',
  ].join('\n');
}

function summaryOf({ was, now, state, states = [state], effectiveOn, edition }: LawChange): string {
  return [
    `${states.map((one) => (one === '-' ? 'All of India' : stateLabel(one))).join(', ')}.`,
    was && `Was: ${was}.`,
    now && `Now: ${now}.`,
    effectiveOn && `From ${formatIsoDay(effectiveOn)}.`,
    edition !== null && `Edition ${edition}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Text as XML has it, without what it can't have. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
