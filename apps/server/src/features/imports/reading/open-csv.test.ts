import { describe, expect, test } from 'vitest';
import { cellsOf, refusal } from './read.fixture.ts';

describe('CSV', () => {
  test.each([
    ['UTF-8 with a mark', Buffer.from('\ufeffनाम,x\r\nमीरा,1\r\n')],
    ['UTF-16 with a mark', Buffer.from('\ufeffनाम\tx\r\nमीरा\t1\r\n', 'utf16le')],
    ['UTF-16, the other way round', Buffer.from('\ufeffनाम\tx\r\nमीरा\t1\r\n', 'utf16le').swap16()],
    ['semicolons', Buffer.from('नाम;x\nमीरा;1\n')],
    ['bars', Buffer.from('नाम|x\rमीरा|1')],
    ['a line that names the separator', Buffer.from('sep=;\r\nनाम;x\r\nमीरा;1\r\n')],
  ])('%s', async (_, bytes) => {
    expect(await cellsOf(bytes)).toEqual({ 1: ['नाम', 'x'], 2: ['मीरा', '1'] });
  });

  test.each([
    ['semicolons beside commas in cells', 'Obligation;Due date;Paid\nEPF, Pune;15/12/2026;1,23,456\n'],
    ['tabs beside commas in cells', 'Obligation\tDue date\tPaid\nEPF, Pune\t15/12/2026\t1,23,456\n'],
    [
      'a title with commas above the heads',
      'Register, 2026, all\nObligation|Due date|Paid\nEPF, Pune|15/12/2026|1,23,456\n',
    ],
    ['heads in quotes', '"Obligation";"Due date";"Paid"\n"EPF, Pune";"15/12/2026";"1,23,456"\n'],
    ['UTF-16 without a mark', Buffer.from('Obligation\tDue date\tPaid\nEPF, Pune\t15/12/2026\t1,23,456\n', 'utf16le')],
    [
      'UTF-16 without a mark, the other way round',
      Buffer.from('Obligation\tDue date\tPaid\nEPF, Pune\t15/12/2026\t1,23,456\n', 'utf16le').swap16(),
    ],
    ['Ctrl-Z at the end', 'Obligation;Due date;Paid\r\nEPF, Pune;15/12/2026;1,23,456\r\n\x1a'],
    [
      'Ctrl-Z and a block that is filled up',
      `Obligation;Due date;Paid\r\nEPF, Pune;15/12/2026;1,23,456\r\n\x1a${'\0'.repeat(55)}\x1a \r\n`,
    ],
    ['line breaks of two kinds', 'Obligation;Due date;Paid\r\nEPF, Pune;15/12/2026;1,23,456\n\n'],
  ])('%s', async (_, bytes) => {
    expect(Object.values(await cellsOf(bytes)).at(-1)).toEqual(['EPF, Pune', '15/12/2026', '1,23,456']);
  });

  test.each([
    ['nothing', ' \n\n', 'The file is empty'],
    ['XML', '<?xml version="1.0"?><Workbook/>', /Open it in Excel and save it as .xlsx/],
    ['Ctrl-Z before other rows', 'a,b\n\x1a\nc,d\n', /is no CSV/],
    ['NULs at its end alone', 'a,b\n\0\0', /is no CSV/],
    ['many control characters', 'a,b\n\x01,\x02\n', /is no CSV/],
    ['half a letter', Buffer.from('\ufeffa\ud800,b\n', 'utf16le'), "The file has characters that can't be stored"],
  ])('%s is refused', async (_, bytes, message) => {
    expect(await refusal(bytes)).toMatch(message);
  });

  test('the code page of Windows', async () => {
    expect(await cellsOf(Buffer.from('Caf\xe9,\x93x\x94', 'latin1'))).toEqual({ 1: ['Café', '“x”'] });
  });

  test('rows are counted as a spreadsheet counts, with line breaks in cells and blank rows', async () => {
    expect(await cellsOf('a,b\n"one\ntwo",x\n,\n\n3,4\n')).toEqual({
      1: ['a', 'b'],
      2: ['one\ntwo', 'x'],
      5: ['3', '4'],
    });
  });

  test('exactly one apostrophe goes before what a spreadsheet would take for a formula', async () => {
    const cells = ["'=1", "''=1", "'+91", "'-5", "'@x", "'text", "'", '=1'];
    expect(await cellsOf(cells.join(';'))).toEqual({ 1: ['=1', "'=1", '+91', '-5', '@x', "'text", "'", '=1'] });
  });

  test('a control character that a cell has is no sign of another kind of file', async () => {
    const text = 'a bell that rings: \x07';
    expect(await cellsOf(`Obligation;Paid\n${text};1\n`)).toEqual({ 1: ['Obligation', 'Paid'], 2: [text, '1'] });
  });

  test('cells beyond what any import asks for are left out', async () => {
    const { 1: cells } = await cellsOf(`a,b${',x'.repeat(400)}\n`);
    expect(cells).toHaveLength(200);
  });

  test.each([
    ['commas beside bars in a later cell', 'n,m\na,b\n1,x|y|z\n2,x\n', ['1', 'x|y|z']],
    ['commas beside semicolons in quotes', 'n,m\na,b\n1,"x; ""y""; z"\n2,x\n', ['1', 'x; "y"; z']],
    ['semicolons below a title with commas', 'Register, 2026, all\na;b\n1;2,5\n', ['1', '2,5']],
    ['one column with a semicolon in a cell', 'a\nb\nx; y\nz\n', ['x; y']],
  ])('without heads that are known: %s', async (_, bytes, row) => {
    expect((await cellsOf(bytes))[3] ?? []).toEqual(row);
  });

  test('rows of other lengths than the heads', async () => {
    expect(await cellsOf('a,b\n1\n1,2,3\n')).toEqual({ 1: ['a', 'b'], 2: ['1'], 3: ['1', '2', '3'] });
  });
});
