import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { streamCsv } from '../apps/server/src/platform/files/csv.ts';

/** `npm run try-spreadsheet`: opens an export full of formulas with LibreOffice, which has to be installed. */

const HOSTILE = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '\t=1+1',
  '\r=1+1',
  ' =1+1',
  '"=1+1"',
  '＝1+1',
  '\ufeff=1+1',
  'Rao\n=1+1',
  'Rao\r\n=1+1',
  'Rao\u2028=1+1',
  'Rao;=1+1;',
  'Rao,=1+1,',
  'Rao\t=1+1\t',
  'Rao|=1+1|',
  'Rao",=1+1,"',
  'Rao";=1+1;"',
  '=HYPERLINK("http://example.in";"Open")',
  "=cmd|'/C calc'!A0",
];

/** Ways to open a file of text: separators by their codes, the quote, and formulas evaluated, which is the worst. */
const READINGS = { comma: '44', semicolon: '59', tab: '9', 'comma, semicolon or tab': '44/59/9' };

const folder = mkdtempSync(path.join(tmpdir(), 'anupalan-spreadsheet-'));
try {
  const naive = `name,note\r\n${HOSTILE.map((cell) => `"${cell.replaceAll('"', '""')}",x\r\n`).join('')}`;
  const ours = await text(
    streamCsv(listed(HOSTILE), ['name', 'note'], (name) => ({ name, note: 'x' }), { error: console.error }),
  );
  for (const [reading, separators] of Object.entries(READINGS)) {
    const [before, after] = [countFormulas(naive, separators), countFormulas(ours, separators)];
    console.log(`separated by ${reading}: ${before} formulas without escaping, ${after} with it`);
    if (before === 0 || after > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function* listed(cells: readonly string[]): AsyncGenerator<string> {
  yield* cells;
}

/** The cells that LibreOffice takes for formulas. Its filter's tokens: separators, quote, UTF-8, …, evaluate formulas. */
function countFormulas(csv: string, separators: string): number {
  const [file, profile] = [path.join(folder, 'export.csv'), path.join(folder, 'profile')];
  mkdirSync(profile, { recursive: true });
  writeFileSync(file, csv);
  execFileSync(
    'soffice',
    [
      `-env:UserInstallation=file://${profile}`,
      '--headless',
      `--infilter=CSV:${separators},34,76,1,,0,false,true,false,false,false,0,true,false,true`,
      '--convert-to',
      'fods',
      '--outdir',
      folder,
      file,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return readFileSync(path.join(folder, 'export.fods'), 'utf8').split('table:formula=').length - 1;
}
