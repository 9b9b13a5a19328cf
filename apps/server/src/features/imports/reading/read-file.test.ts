import { readFile as readBytes } from 'node:fs/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { compound, zip } from '../../../../test/forms.ts';
import { cellsOf, change, read, refusal, sheetOf } from './read.fixture.ts';
import { READING_LIMITS, readFile } from './read-file.ts';
import { inlineRow, makeWorkbook } from './workbook.fixture.ts';

const readInThread = (bytes: Buffer | string) => readFile(Buffer.from(bytes), { sender: 'somebody' });

const cutAt = (tag: string) => (xml: string) => xml.slice(0, xml.indexOf(tag));

/** Texts in a part whose name isn't that of one, and which says that it is empty. */
function hideStrings(): Buffer {
  const hidden = strToU8('<sst><si><t>x</t></si></sst>'.padEnd(5_000));
  const rels = 'xl/_rels/workbook.xml.rels';
  const parts = unzipSync(change({ [rels]: (xml) => xml.replace('sharedStrings.xml', 'sharedStrings.dat') }));
  const archive = Buffer.from(zipSync({ ...parts, 'xl/sharedStrings.dat': hidden }));
  return writeSizes(archive, 'xl/sharedStrings.dat', { part: 0, directory: 0 });
}

function tellOtherSize(): Buffer {
  return writeSizes(change({}), 'xl/worksheets/sheet1.xml', { directory: 5 });
}

/** Changes the unpacked size that an archive tells of a part, before it and in its directory. */
function writeSizes(archive: Buffer, name: string, { part, directory }: { part?: number; directory: number }): Buffer {
  archive.writeUInt32LE(directory, archive.lastIndexOf(name) - 46 + 24);
  if (part !== undefined) archive.writeUInt32LE(part, archive.indexOf(name) - 30 + 22);
  return archive;
}

/** 150 million characters and more of one text. */
function repeatText(): Buffer {
  const cells = Array.from({ length: 60 }, () => '<c t="s"><v>0</v></c>').join('');
  return sheetOf(`<row>${cells}</row>`.repeat(100), ['x'.repeat(30_000)]);
}

describe('workbooks', () => {
  test('as Excel writes them: shared and rich texts, dates, formulas with their values, blank rows', async () => {
    const workbook = makeWorkbook({
      strings: ['Due date', '<r><t>Fi</t></r><r><rPr><b/></rPr><t>led</t></r>', 'a_x000D_b'],
      sheets: [
        {
          name: 'Register &amp; more',
          rows: `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>
            <row r="3"/>
            <row r="4"><c r="A4" s="1"><v>46371</v></c><c r="B4"><f>1+1</f><v>2</v></c>
              <c r="C4" t="str"><f>"x"&amp;"y"</f><v>xy</v></c><c r="D4" t="b"><v>1</v></c><c r="E4" s="1"><v>46371.75</v></c></row>`,
        },
      ],
    });
    expect(await read(workbook)).toEqual({
      sheet: 'Register & more',
      sheets: ['Register & more'],
      rows: [
        { row: 2, cells: ['Due date', null, 'Filed'] },
        { row: 4, cells: [{ day: '2026-12-15' }, 2, 'xy', true, { day: '2026-12-15' }] },
      ],
    });
  });

  test('as other programs write them: texts in cells, cells without places, days since 1904', async () => {
    const workbook = makeWorkbook({
      date1904: true,
      sheets: [
        {
          name: 'Sheet1',
          rows: `<row><c t="inlineStr"><is><t>Due date</t></is></c></row><row><c s="1"><v>44909</v></c></row>`,
        },
      ],
    });
    expect(await cellsOf(workbook)).toEqual({ 1: ['Due date'], 2: [{ day: '2026-12-15' }] });
  });

  test('cells that say nothing by themselves: merged ones, formulas without a value, errors', async () => {
    const workbook = makeWorkbook({
      sheets: [
        {
          name: 'Sheet1',
          rows: `${inlineRow(1, ['Act', 'Title', 'Amount'])}${inlineRow(2, ['Act one', 'x'])}
            <row r="3"><c r="B3" t="inlineStr"><is><t>y</t></is></c><c r="C3"><f>SUM(C1:C2)</f></c></row>
            <row r="4"><c r="A4" t="e"><v>#REF!</v></c><c r="C4"><f>A1</f><v></v></c></row>`,
          behind: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
        },
      ],
    });
    const { 3: third, 4: fourth } = await cellsOf(workbook);
    expect(third).toEqual([
      { expected: 'a value of its own: the cells A2:A3 are merged, so separate them and fill in each' },
      'y',
      { expected: expect.stringContaining('the value of this formula') },
    ]);
    expect(fourth).toEqual([
      { expected: 'a value: the formula says #REF!' },
      null,
      { expected: expect.stringContaining('the value of this formula') },
    ]);
  });

  test('sheets are looked through wherever the relations have them', async () => {
    const rows = '<row r="2"><c r="A2" t="inlineStr"><is><t>x</t></is></c><c r="B2"><f>1+1</f></c></row>';
    const parts = unzipSync(sheetOf(rows));
    const {
      'xl/worksheets/sheet1.xml': sheet = new Uint8Array(),
      'xl/_rels/workbook.xml.rels': rels,
      ...others
    } = parts;
    const elsewhere = strToU8(strFromU8(rels ?? sheet).replace('worksheets/sheet1.xml', '../sheets/s.bin'));
    const moved = { ...others, 'xl/_rels/workbook.xml.rels': elsewhere, 'sheets/s.bin': sheet };
    const expected = expect.stringContaining('the value of this formula');
    expect(await cellsOf(Buffer.from(zipSync(moved)))).toEqual({ 2: ['x', { expected }] });
  });

  test('a text that no cell of a spreadsheet has is a fault of its cell', async () => {
    const rows = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>';
    expect(await cellsOf(sheetOf(rows, ['x'.repeat(32_768), 'y']))).toEqual({
      1: [{ expected: 'at most 32,767 characters' }, 'y'],
    });
  });

  test('hidden sheets are passed over; another can be named', async () => {
    const sheets = [
      { name: 'Lists', rows: inlineRow(1, ['hidden']), state: 'hidden' as const },
      { name: 'First', rows: inlineRow(1, ['first']) },
      { name: 'Very', rows: inlineRow(1, ['very']), state: 'veryHidden' as const },
      { name: 'Second', rows: inlineRow(1, ['second']) },
    ];
    const workbook = makeWorkbook({ sheets });
    expect(await read(workbook)).toMatchObject({ sheet: 'First', sheets: ['First', 'Second'] });
    expect(await cellsOf(workbook, 'Second')).toEqual({ 1: ['second'] });
    await expect(read(workbook, 'Lists')).rejects.toThrow('There is no sheet "Lists"');
  });

  test.each(['calc.xlsx', 'calc-1904.xlsx'])('as LibreOffice writes them: %s', async (name) => {
    const bytes = await readBytes(new URL(`./made/${name}`, import.meta.url));
    expect((await read(bytes)).rows).toEqual([
      { row: 1, cells: ['Obligation', 'Due date', 'Amount', 'Number', 'Sum'] },
      { row: 2, cells: ['Pay and file the ECR', { day: '2026-10-15' }, 125000.5, '0012345678901234', 125001.5] },
      { row: 3, cells: ['अनुपालन, with a comma', { day: '2026-11-15' }, 7, '12', 8] },
    ]);
  });
});

describe('what can’t be read is refused in words', () => {
  const PASSWORD = 'The file is protected by a password: save it without one, and choose it again';

  test.each([
    ['a password', compound({ EncryptedPackage: '00', EncryptionInfo: '00' }), PASSWORD],
    ['an old workbook', compound({ Workbook: '00' }), /of the older kind. Open it in Excel and save it as .xlsx/],
    ['a broken archive', Buffer.from('PK\x03\x04 and nothing more'), /damaged, or no Excel workbook/],
    ['an archive of something else', zip(['word/document.xml']), 'The workbook has no sheet'],
    ['a bomb that tells its size', zip(['xl/worksheets/sheet1.xml'], 2 ** 31 - 1), /unpacks to far more/],
    ['a bomb that lies', zip(['xl/worksheets/sheet1.xml'], 10, { content: Buffer.alloc(50_000_000) }), /damaged/],
    ['a bomb of another name', hideStrings(), /damaged/],
    ['no list of types', change({ '[Content_Types].xml': null }), /damaged/],
    ['a cell beyond all columns', sheetOf('<row r="1"><c r="ZZZZZ1"><v>1</v></c></row>'), /damaged/],
    ['no sheet where it is said to be', change({ 'xl/worksheets/sheet1.xml': null }), /damaged/],
    ['a list of sheets that was cut off', change({ 'xl/workbook.xml': (xml) => xml.slice(0, -4) }), /damaged/],
    ['rows that were cut off', change({ 'xl/worksheets/sheet1.xml': cutAt('</sheetData>') }), /damaged/],
    ['a sheet that was cut off', change({ 'xl/worksheets/sheet1.xml': cutAt('</worksheet>') }), /damaged/],
    ['a size that the part and the directory tell differently', tellOtherSize(), /damaged/],
    ['a long text that very many cells have', repeatText(), /too long, or too much memory/],
    ['a PDF', '%PDF-1.7', /is no CSV/],
    ['a page', '<!doctype html><table>', /is no CSV/],
    ['bytes', Buffer.from([1, 2, 3, 0, 0, 200, 4, 5]), /is no CSV/],
    [
      'a quote without an end',
      `a,b\n1,"2\n${'x\n'.repeat(300_000)}`,
      /A quotation mark \("\) in row 2 is never closed/,
    ],
  ])('%s', async (_, bytes, message) => {
    expect(await refusal(bytes)).toMatch(message);
  });

  test('more rows than may be, of either kind', async () => {
    const rows = 'a,b\n'.repeat(100_002);
    expect(await refusal(rows)).toBe('The file has more than 1,00,000 rows: please divide it into several');
    const sheet = Array.from({ length: 100_002 }, (_, n) => `<row r="${n + 1}"><c r="A${n + 1}"><v>1</v></c></row>`);
    const workbook = makeWorkbook({ sheets: [{ name: 'Sheet1', rows: sheet.join('') }] });
    expect(await refusal(workbook)).toBe('The file has more than 1,00,000 rows: please divide it into several');
  }, 60_000);

  test('names of parts that lead elsewhere are nobody’s files', async () => {
    const archive = Buffer.from(zipSync({ '../../etc/passwd.xml': strToU8('x') }));
    expect(await refusal(archive)).toMatch(/damaged/);
  });
});

describe('a thread of its own', () => {
  test('says what is read, file by file', async () => {
    const workbook = sheetOf(`${inlineRow(1, ['n'])}<row r="2"><c r="A2" s="1"><v>46371</v></c></row>`);
    const all = await Promise.all(['n\n1\n', workbook, 'n\n3\n'].map(readInThread));
    expect(all.map(({ rows }) => rows[1]?.cells)).toEqual([['1'], [{ day: '2026-12-15' }], ['3']]);
    expect(all[1]).toEqual(await read(workbook));
  });

  test('three senders of hostile files don’t keep a fourth waiting', async () => {
    const hostile = change({ 'xl/workbook.xml': () => `<workbook><sheets><sheet ${'a'.repeat(5_000_000)}` });
    let over = 0;
    const sent = Array.from({ length: 12 }, (_, n) =>
      readFile(hostile, { sender: `hostile ${n % 3}` }).catch(() => over++),
    );
    expect((await readFile(Buffer.from('n\n1\n'), { sender: 'a fourth' })).rows).toHaveLength(2);
    expect(over).toBeLessThanOrEqual(4);
    await Promise.all(sent);
    expect(over).toBe(12);
  }, 60_000);

  test('says what can’t be read, at the file of the form', async () => {
    const message = 'This is an Excel file of the older kind. Open it in Excel and save it as .xlsx';
    await expect(readInThread(compound({ Workbook: '00' }))).rejects.toMatchObject({
      message,
      faults: { file: message },
    });
  });

  test('ends when it takes too much time or memory', async () => {
    const strings = Array.from({ length: 300_000 }, (_, n) => `text ${n}`.padEnd(60));
    const workbook = makeWorkbook({ strings, sheets: [{ name: 'Sheet1', rows: inlineRow(1, ['x']) }] });
    const limited = (limits: object) =>
      readFile(workbook, { sender: 'somebody', limits: { ...READING_LIMITS, lookEveryMs: 10, ...limits } });
    await expect(limited({ cpuMs: 50 })).rejects.toThrow(/too long, or too much memory/);
    await expect(limited({ heapMb: 24 })).rejects.toThrow(/too long, or too much memory/);
  }, 60_000);
});
