import { strToU8, zipSync } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A sheet: the rows in it as XML, and what stands behind them. */
interface Sheet {
  readonly name: string;
  readonly rows: string;
  readonly behind?: string;
  readonly state?: 'hidden' | 'veryHidden';
}

interface Parts {
  readonly sheets: readonly Sheet[];
  readonly strings?: readonly string[];
  readonly date1904?: boolean;
  readonly more?: Readonly<Record<string, Uint8Array>>;
}

/** A workbook written by hand, so that it has what one program writes and another doesn't. Style 1 is a date. */
export function makeWorkbook({ sheets, strings = [], date1904 = false, more = {} }: Parts): Buffer {
  const numbered = sheets.map((sheet, n) => ({ ...sheet, id: n + 1 }));
  const text: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${numbered
      .map(
        ({ name, id, state }) =>
          `<sheet name="${name}" sheetId="${id}"${state ? ` state="${state}"` : ''} r:id="rId${id}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${numbered
      .map(({ id }) => `<Relationship Id="rId${id}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${id}.xml"/>`)
      .join(
        '',
      )}<Relationship Id="rId90" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId91" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}" count="${strings.length}" uniqueCount="${strings.length}">${strings
      .map((string) => `<si>${string.startsWith('<') ? string : `<t xml:space="preserve">${string}</t>`}</si>`)
      .join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
  for (const { id, rows, behind = '' } of numbered) {
    text[`xl/worksheets/sheet${id}.xml`] =
      `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${behind}</worksheet>`;
  }
  const parts = Object.fromEntries(Object.entries(text).map(([name, xml]) => [name, strToU8(xml)]));
  return Buffer.from(zipSync({ ...parts, ...more }, { level: 6 }));
}

/** A row of inline texts at the columns from A. */
export function inlineRow(row: number, texts: readonly string[]): string {
  const cells = texts.map(
    (text, n) => `<c r="${String.fromCharCode(65 + n)}${row}" t="inlineStr"><is><t>${text}</t></is></c>`,
  );
  return `<row r="${row}">${cells.join('')}</row>`;
}
