import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import type { Cell, Table } from './table.ts';
import { writeTable } from './write-table.ts';

const COLUMNS: Table['columns'] = [
  { title: 'Act', kind: 'text', width: 20, heading: true },
  { title: 'Obligation', kind: 'text', width: 30 },
  { title: 'Due', kind: 'day', width: 11 },
  { title: 'Recorded', kind: 'moment', width: 16 },
  { title: 'Amount', kind: 'money', width: 12 },
  { title: 'Number', kind: 'number', width: 8 },
];

const ROW: readonly Cell[] = ['Wages', '=1+1', '2026-12-15', new Date('2026-11-23T20:00:07Z'), 12_345_650, 7];

function table(rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>): Table {
  return {
    title: 'Register [a/b]',
    facts: [['Company', 'कुलकर्णी & Co.']],
    columns: COLUMNS,
    rows: (async function* () {
      yield* rows;
    })(),
    madeAt: new Date('2026-11-23T09:00:00Z'),
  };
}

test('CSV has days and moments in ISO order, rupees with a point, and no formula', async () => {
  const nothing = [null, '', null, null, null, null];
  expect(String(await buffer(writeTable('csv', table([ROW, nothing]))))).toBe(
    '\ufeffAct,Obligation,Due,Recorded,Amount,Number\r\n' +
      "Wages,'=1+1,2026-12-15,2026-11-24 01:30:07,123456.50,7\r\n,,,,,\r\n",
  );
});

test('CSV keeps line breaks and tabs of a text in quotes', async () => {
  const row = ['a\nb', 'c\td, -e', null, null, null, null];
  expect(String(await buffer(writeTable('csv', table([row]))))).toContain(`\r\n"a\nb","c\td, '-e",,,,\r\n`);
});

describe('a workbook', () => {
  test('has texts as texts, dates as dates and amounts as numbers', async () => {
    const bytes = await buffer(writeTable('xlsx', table([ROW, ['', '_x0041_ <&>\n"', null, null, 0, 0]])));
    const [sheet, ...others] = (await readXlsx(bytes)).sheets;
    expect(others).toEqual([]);
    expect(sheet?.name).toBe('Register  a b ');
    expect(sheet?.rows).toEqual([
      COLUMNS.map(({ title }) => title),
      ['Wages', '=1+1', new Date('2026-12-15'), new Date('2026-11-24T01:30:07Z'), 123_456.5, 7],
      [null, '_x0041_ <&>\n"', null, null, 0, 0],
    ]);
  });

  test('is one that a second program reads, without a formula inside', async () => {
    const parts = unzipSync(new Uint8Array(await buffer(writeTable('xlsx', table([ROW])))));
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).toContain('<is><t>=1+1</t></is>');
    expect(sheet).not.toContain('<f>');
    expect(strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array())).toContain('name="Register  a b "');
  });

  test('has bold headings that stay in sight and filter, and a title', async () => {
    const parts = unzipSync(new Uint8Array(await buffer(writeTable('xlsx', table([ROW])))));
    const read = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
    expect(read('xl/worksheets/sheet1.xml')).toContain('<c r="A1" s="5" t="inlineStr"><is><t>Act</t></is></c>');
    expect(read('xl/styles.xml')).toContain('<xf numFmtId="0" fontId="1"');
    expect(read('xl/worksheets/sheet1.xml')).toContain('state="frozen"');
    expect(read('xl/worksheets/sheet1.xml')).toContain('<autoFilter ref="A1:F2"/>');
    expect(read('xl/workbook.xml')).toContain("'Register  a b '!$A$1:$F$2</definedName>");
    expect(read('docProps/core.xml')).toContain('<dc:title>Register [a/b]</dc:title>');
  });

  test("escapes letters that XML can't have", async () => {
    const parts = unzipSync(new Uint8Array(await buffer(writeTable('xlsx', table([['a\u0001\r\uffff & <b>\n']])))));
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).toContain('<t xml:space="preserve">a_x0001__x000D__xFFFF_ &#38; &#60;b&#62;\n</t>');
  });

  test('escapes what looks like an escape', async () => {
    const parts = unzipSync(new Uint8Array(await buffer(writeTable('xlsx', table([['_x0041_']])))));
    expect(strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain('<t>_x005F_x0041_</t>');
  });
});

describe('a PDF', () => {
  async function readPages(rows: Iterable<readonly Cell[]>): Promise<string[]> {
    const pdf = await getDocumentProxy(new Uint8Array(await buffer(writeTable('pdf', table(rows)))));
    return (await extractText(pdf)).text;
  }

  test('has its titles, its heading and its number on every page', async () => {
    const pages = await readPages(
      Array.from({ length: 40 }, (_, at) => ['Wages', `Return ${at}`, null, null, null, at]),
    );
    expect(pages).toHaveLength(2);
    for (const [at, page] of pages.entries()) {
      expect(page).toContain('Obligation');
      expect(page).toContain('Wages');
      expect(page).toContain(`Page ${at + 1} of`);
      expect(page).toMatch(/\b2\b/);
    }
    expect(pages[0]).toMatch(/\p{Script=Devanagari}/u);
    for (let at = 0; at < 40; at++)
      expect(pages.filter((page) => page.includes(`Return ${at}\n`) || page.includes(`Return ${at} `))).toHaveLength(1);
  });

  test('shows days, moments and amounts as people in India write them, and says which letters it lacks', async () => {
    const [page] = await readPages([ROW, ['Wages', '₹5 李', null, null, null, null]]);
    expect(page).toContain('15/12/2026');
    expect(page).toContain('24/11/2026 01:30');
    expect(page).toContain('1,23,456.50');
    expect(page).toContain('₹5 ?');
  });

  test('goes on on the next page where a row is longer than one', async () => {
    const words = Array.from({ length: 3000 }, (_, at) => `word${at}`);
    const pages = await readPages([['Wages', words.join(' '), null, null, null, null]]);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.join(' ').match(/word\d+/g)).toEqual(words);
  });

  test('says that it is empty', async () => {
    expect(await readPages([])).toEqual([expect.stringContaining('Nothing to show here.')]);
  });
});

describe.each(['xlsx', 'csv', 'pdf'] as const)('written as %s', (format) => {
  test('rows are asked for as the bytes are read, and ended when the reader leaves', async () => {
    let asked = 0;
    let ended = false;
    async function* endless() {
      try {
        for (;;) {
          asked++;
          yield [
            'Act',
            Array.from({ length: 20 }, () => crypto.randomUUID()).join(''),
            null,
            null,
            null,
            asked,
          ] as const;
        }
      } finally {
        ended = true;
      }
    }
    let read = 0;
    for await (const bytes of writeTable(format, table(endless()))) {
      read += bytes.length;
      if (read > 300_000) break;
    }
    expect(asked).toBeLessThan(6000);
    await expect.poll(() => ended).toBe(true);
  });

  test('what the rows fail with is what reading fails with', async () => {
    async function* failing() {
      yield ROW;
      throw new Error('the database went away');
    }
    await expect(buffer(writeTable(format, table(failing())))).rejects.toThrow('the database went away');
  });
});
