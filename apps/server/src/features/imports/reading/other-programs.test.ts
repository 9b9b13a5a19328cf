import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { cellsOf, change, read, refusal, sheetOf } from './read.fixture.ts';
import { inlineRow, makeWorkbook } from './workbook.fixture.ts';

describe('workbooks that other programs write', () => {
  const rename = (to: (name: string) => string) => {
    const parts = unzipSync(sheetOf('<row><c t="s"><v>0</v></c></row>', ['x']));
    return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [to(name), bytes]))));
  };

  const withAddress = (target: string, name: string) => {
    const { 'xl/worksheets/sheet1.xml': sheet = new Uint8Array(), ...others } = unzipSync(
      change({
        'xl/_rels/workbook.xml.rels': (xml) => xml.replace('worksheets/sheet1.xml', `worksheets/${target}.xml`),
        'xl/worksheets/sheet1.xml': (xml) => xml.replace('Act', 'x'),
      }),
    );
    return Buffer.from(zipSync({ ...others, [`xl/worksheets/${name}.xml`]: sheet }));
  };

  test.each([
    ['names of parts in capitals', rename((name) => name.replace('sharedStrings', 'SharedStrings').toUpperCase())],
    ['names of parts with backslashes', rename((name) => name.replaceAll('/', '\\'))],
    [
      'relations with backslashes',
      change({
        'xl/_rels/workbook.xml.rels': (xml) => xml.replace('worksheets/sheet1', 'worksheets\\SHEET1'),
        'xl/worksheets/sheet1.xml': (xml) => xml.replace('Act', 'x'),
      }),
    ],
    ['a relation written as an address', withAddress('sheet%201', 'sheet 1')],
    ['a part whose own name looks like an address', withAddress('sheet%201', 'sheet%201')],
    [
      'strict',
      change({
        'xl/_rels/workbook.xml.rels': (xml) =>
          xml.replaceAll('schemas.openxmlformats.org/officeDocument/2006', 'purl.oclc.org/ooxml/officeDocument'),
        'xl/worksheets/sheet1.xml': (xml) => xml.replace('Act', 'x'),
      }),
    ],
    [
      'prefixes',
      change({
        'xl/worksheets/sheet1.xml': () =>
          '<x:worksheet xmlns:x="u"><x:sheetData><x:row><x:c t="str"><x:v>x</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      }),
    ],
    [
      'UTF-16, the larger byte first',
      change({
        'xl/worksheets/sheet1.xml': null,
      }),
    ],
  ])('%s', async (name, bytes) => {
    if (name.startsWith('UTF-16')) {
      const xml = '\ufeff<worksheet><sheetData><row><c t="str"><v>x</v></c></row></sheetData></worksheet>';
      const sheet = new Uint8Array(Buffer.from(xml, 'utf16le').swap16());
      const parts = { ...unzipSync(bytes), 'xl/worksheets/sheet1.xml': sheet };
      expect(await cellsOf(Buffer.from(zipSync(parts)))).toEqual({ 1: ['x'] });
      return;
    }
    expect(await cellsOf(bytes)).toEqual({ 1: ['x'] });
  });

  test('empty shared strings, texts without a place, plain text before rich runs, hints of pronunciation', async () => {
    const cells = '<c t="s"/><c t="s"><v></v></c><c t="s"><v>0</v></c><c t="s"><v>9</v></c><c><f>""</f></c>';
    const rich = '<t>Hold a </t><r><t>line</t></r><rPh><t>no</t></rPh>';
    expect(await cellsOf(sheetOf(`<row>${cells}<c t="str"><f>""</f><v></v></c></row>`, [rich]))).toEqual({
      1: [
        null,
        null,
        'Hold a line',
        { expected: 'a value: the workbook has lost the text of this cell' },
        { expected: expect.stringContaining('the value of this formula') },
        '',
      ],
    });
  });

  test('days of 1900, times, days as text, and what no text may have', async () => {
    const day = (value: number) => `<c s="1"><v>${value}</v></c>`;
    const cells = `${day(1)}${day(59)}${day(60)}${day(61)}${day(-1)}<c t="d"><v>2026-12-15T10:00:00</v></c>`;
    expect(await cellsOf(sheetOf(`<row>${cells}<c t="str"><v>a_xD800_</v></c><c t="e"><v>#N/A</v></c></row>`))).toEqual(
      {
        1: [
          { day: '1900-01-01' },
          { day: '1900-02-28' },
          { expected: 'a date: this one is out of range' },
          { day: '1900-03-01' },
          { expected: 'a date: this one is out of range' },
          { day: '2026-12-15' },
          { expected: "a text without characters that can't be stored" },
          { expected: 'a value: the formula says #N/A' },
        ],
      },
    );
  });

  test('times of day, also those with a day, durations, and times as text', async () => {
    const cells = [18, 20, 46, 164, 165]
      .map((_, style) => `<c s="${style}"><v>46371.75</v></c>`)
      .concat('<c s="0"><v>0.25</v></c>', '<c s="1"><v>-1.5</v></c>', '<c s="0"><v>1</v></c>')
      .concat('<c t="d"><v>23:44:51.894</v></c>', '<c t="d"><v>T09:30:00</v></c>', '<c t="d"><v>9</v></c>');
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-F400]h:mm:ss\\ AM/PM"/>
      <numFmt numFmtId="165" formatCode="[mm]:ss"/></numFmts><cellXfs><xf numFmtId="18"/><xf numFmtId="20"/>
      <xf numFmtId="46"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
    const bytes = change({
      'xl/styles.xml': () => styles,
      'xl/worksheets/sheet1.xml': (xml) => xml.replace(/<c .*<\/c>/, cells.join('')),
    });
    expect(await cellsOf(bytes)).toEqual({
      1: [
        ...['18:00', '18:00', '1112922:00', '18:00', '1112922:00', '06:00', '-36:00', '00:00', '23:44:52', '09:30'],
        { expected: 'a date: this one is out of range' },
      ],
    });
  });

  test('a formula without a value says so in each cell that it is for', async () => {
    const rows = `<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f t="array" ref="B1:C2">A1:B2</f></c></row>
      <row r="2"><c r="A2"><v>2</v></c><c r="B2"/></row><row r="3"><c r="A3"><v>3</v></c><c r="B3"/></row>`;
    const missing = { expected: expect.stringContaining('the value of this formula') };
    expect(await cellsOf(sheetOf(rows))).toEqual({ 1: [1, missing, missing], 2: [2, missing, missing], 3: [3, null] });
    const row = (n: number) => `<row r="${n}"><c r="A${n}"><f t="array" ref="A${n}:B${n}">1</f></c></row>`;
    const many = await cellsOf(sheetOf(Array.from({ length: 60 }, (_, at) => row(at + 1)).join('')));
    expect(Object.values(many)).toEqual(Array(60).fill([missing, missing]));
  });

  test('a chart that comes first is no sheet, and an empty sheet is passed over', async () => {
    const sheets = [
      { name: 'Chart', rows: '' },
      { name: 'Empty', rows: '<row r="1"><c r="A1" s="1"/></row>' },
      { name: 'Rows', rows: inlineRow(1, ['x']) },
    ];
    const parts = unzipSync(makeWorkbook({ sheets }));
    const rels = 'xl/_rels/workbook.xml.rels';
    const xml = strFromU8(parts[rels] ?? new Uint8Array()).replace(
      '/worksheet" Target="worksheets/sheet1',
      '/chartsheet" Target="chartsheets/sheet1',
    );
    const bytes = Buffer.from(zipSync({ ...parts, [rels]: strToU8(xml) }));
    expect(await read(bytes)).toMatchObject({ sheet: 'Rows', sheets: ['Empty', 'Rows'] });
    await expect(read(bytes, 'Empty')).rejects.toThrow('The sheet "Empty" is empty');
    expect(await refusal(sheetOf(''))).toBe('The workbook is empty: no sheet of it has a row');
  });

  test('elements of extensions are none of the workbook', async () => {
    const bytes = change({
      'xl/workbook.xml': (xml) =>
        xml
          .replace('<sheets>', '<workbookPr date1904="1"/><sheets>')
          .replace('</workbook>', '<extLst><x15:workbookPr x15:a="1"/></extLst></workbook>'),
      'xl/worksheets/sheet1.xml': (xml) => xml.replace('<row r="1">', '<row r="1"><c r="B1" s="1"><v>0</v></c>'),
    });
    expect(await cellsOf(bytes)).toEqual({ 1: ['Act', { day: '1904-01-01' }] });
  });

  test('a workbook that our CSV became has no guards', async () => {
    const texts = ["'=a", "asked, '-b", "''=c"].map((text) => `<c t="str"><v>${text}</v></c>`).join('');
    expect(await cellsOf(sheetOf(`<row>${texts}</row>`))).toEqual({ 1: ['=a', 'asked, -b', "'=c"] });
  });
});

describe('parts that would take long by patterns', () => {
  const sheet = (xml: string) => change({ 'xl/worksheets/sheet1.xml': () => xml });

  test.each([
    ['a tag of letters', change({ 'xl/workbook.xml': () => `<workbook><sheets><sheet ${'a'.repeat(5_000_000)}` })],
    ['cells that never end', sheet(`<worksheet><sheetData><row><f${'<c r="A1" '.repeat(6_000)}`)],
    ['an attribute of letters', sheet(`<worksheet><sheetData a="${'a'.repeat(20_000_000)}"/></worksheet>`)],
    ['merged cells that never end', sheet(`<worksheet>${'<mergeCell ref="A1 '.repeat(200_000)}`)],
    ['a text without an end', sheet(`<worksheet><sheetData><row><c><v>${'1'.repeat(5_000_000)}`)],
    ['a comment without an end', sheet(`<worksheet><!--${'-'.repeat(5_000_000)}`)],
    ['a tag of attributes', sheet(`<worksheet ${Array.from({ length: 200_000 }, (_, n) => `a${n}=""`).join(' ')}/>`)],
    ['entities', sheet(`<!DOCTYPE x [<!ENTITY a "${'b'.repeat(999)}">]><worksheet>${'&a;'.repeat(9_999)}</worksheet>`)],
  ])('%s', async (_, bytes) => {
    const before = process.cpuUsage();
    expect(await refusal(bytes)).toMatch(/damaged/);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});
