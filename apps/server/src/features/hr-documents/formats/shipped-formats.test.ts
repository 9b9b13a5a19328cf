import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { extractText } from 'unpdf';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inspectArchive } from '../../../platform/files/inspection/inspect-archive.ts';
import { inspectPdf } from '../../../platform/files/inspection/inspect-pdf.ts';
import type { Format } from './format.ts';
import { renderDocx } from './render-docx.ts';
import { renderPdf } from './render-pdf.ts';
import { readShippedDocuments, SHIPPED } from './shipped-documents.ts';
import { SHIPPED_FORMATS } from './shipped-formats.ts';

/** What every library begins with. */
const TITLES = [
  'Letter of appointment',
  'Fixed-term appointment',
  'Wage slip',
  'Full and final settlement',
  'Relieving letter and service certificate',
  'Register of employees',
  'Register of wages',
  'Register of attendance (muster roll)',
  'Register of overtime',
  'Register of fines, deductions and advances',
  'Register of bonus',
  'Register of leave with wages',
  'List of holidays',
  'Nomination for gratuity',
  'Nomination for provident fund, pension and insurance',
  'Policy against sexual harassment at work',
  'Order setting up the Internal Committee',
  'Record of a complaint of sexual harassment',
  'Yearly report of the Internal Committee',
  'Notice of maternity leave and claim of maternity benefit',
  'Report of an accident',
  'Register of contractors and contract labour',
];

test('every format that is asked for ships, under a key of its own', () => {
  expect(SHIPPED_FORMATS.map(({ title }) => title)).toEqual(TITLES);
  expect(new Set(SHIPPED_FORMATS.map(({ key }) => key)).size).toBe(TITLES.length);
});

test('the folder has the files of the formats and nothing else', async () => {
  const made = SHIPPED_FORMATS.flatMap(({ key }) => [`${key}.docx`, `${key}.pdf`]);
  expect((await readdir(SHIPPED)).sort()).toEqual(made.sort());
});

test('the library says of each what it is for and which law asks for it', async () => {
  const documents = await readShippedDocuments();
  expect(documents.map(([, { title }]) => title)).toEqual(
    TITLES.flatMap((title) => [`${title} (Word)`, `${title} (PDF)`]),
  );
  expect(documents[0]).toMatchObject([
    'letter-of-appointment.docx',
    {
      description:
        'Letter. For every employee, on the day of joining at the latest. Asked for by the Occupational Safety, Health and Working Conditions Code, 2020, section 6(1)(f).',
      file_name: 'Letter of appointment.docx',
      file_type: 'docx',
    },
  ]);
});

describe.each(SHIPPED_FORMATS.map((format) => [format.title, format] as const))('%s', (title, format) => {
  // Formats made on another day are the same.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-02-03T04:05:06Z') }));
  afterEach(() => void vi.useRealTimers());

  test('has words that every font has, and tables that hold what they are given', () => {
    expect(wordsIn(format).filter((words) => !/^[\x20-\x7e]*$/.test(words))).toEqual([]);
    expect(format.about.length).toBeLessThanOrEqual(100);
    for (const block of format.blocks) {
      if (block.kind === 'table') expect(block.rows.filter((row) => row.length !== block.columns.length)).toEqual([]);
    }
    for (const { act, section, asks, source } of format.laws) {
      expect(act && section && asks).toMatch(/\.$/);
      expect(source).toMatch(/^(https?:\/\/|catalogue\/)/);
    }
  });

  test('is the Word document that its source makes', async () => {
    const file = await readMade(`${format.key}.docx`);
    expect(await renderDocx(format)).toEqual(file);
    expect(await inspectArchive(file)).toEqual({ type: 'docx', harm: null });
    const { 'word/document.xml': body = new Uint8Array() } = unzipSync(file);
    const text = Buffer.from(body)
      .toString()
      .replaceAll(/<[^>]+>/g, ' ');
    expectEverything(text.replaceAll('&apos;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'), title, format);
  });

  test('is the PDF that its source makes', async () => {
    const file = await readMade(`${format.key}.pdf`);
    expect(inflate(await renderPdf(format))).toEqual(inflate(file));
    expect(file.toString('latin1', 0, 5)).toBe('%PDF-');
    expect(await inspectPdf(file)).toEqual({ type: 'pdf', harm: null });
    expectEverything((await extractText(new Uint8Array(file), { mergePages: true })).text, title, format);
  });
});

/** Expects all words of a format in the text of its file, whatever lines they were broken into. */
function expectEverything(text: string, title: string, format: Format): void {
  const squeezed = text.replaceAll(/\s+/g, '');
  const missing = [title, ...wordsIn(format)].filter((words) => !squeezed.includes(words.replaceAll(/\s+/g, '')));
  expect(missing).toEqual([]);
}

function wordsIn({ blocks, laws, notes }: Format): string[] {
  const inBlocks = blocks.flatMap((block) => {
    if (block.kind === 'points') return block.points;
    if (block.kind === 'fields') return block.fields.flatMap(([label, filled = '']) => [label, filled]);
    if (block.kind === 'table') return [...block.columns.map(([column]) => column), ...block.rows.flat()];
    return block.kind === 'signatures' ? block.signatories : [block.text];
  });
  return [...inBlocks, ...laws.flatMap(({ act, section, asks }) => [act, section, asks]), ...notes];
}

function readMade(name: string): Promise<Buffer> {
  return readFile(path.join(SHIPPED, name));
}

/** A PDF with its streams unpacked: machines may pack the same stream into other bytes. */
function inflate(pdf: Buffer): string {
  const text = pdf
    .toString('latin1')
    .replace(/xref\n.*$/s, '')
    .replaceAll(/\/Length \d+/g, '');
  return text.replaceAll(/(?<=\nstream\n).*?(?=\nendstream)/gs, (packed) =>
    inflateSync(Buffer.from(packed, 'latin1')).toString('latin1'),
  );
}
