import type { Column, ColumnKind } from './table.ts';

/* The parts of a workbook beside its sheets (ECMA-376, part 1). */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Formats of numbers; amounts have their commas as in India. */
const FORMATS = {
  money: '[&gt;=10000000]##\\,##\\,##\\,##0.00;[&gt;=100000]##\\,##\\,##0.00;#,##0.00',
  day: 'dd/mm/yyyy',
  moment: 'dd/mm/yyyy hh:mm:ss',
};

/** Styles by their places in {@link STYLES}. */
const KINDS: readonly ColumnKind[] = ['text', 'number', 'money', 'day', 'moment'];

export const HEADING_STYLE = KINDS.length;

export function styleOf(kind: ColumnKind): number {
  return KINDS.indexOf(kind);
}

const TOP = '<alignment vertical="top"/>';
const WRAPPED = '<alignment vertical="top" wrapText="1"/>';

const formats = Object.entries(FORMATS).map(([kind, code], at) => ({ kind, code, id: 164 + at }));

const cellFormats = KINDS.map((kind) => {
  const format = formats.find((one) => one.kind === kind)?.id ?? 0;
  return `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1">${
    kind === 'text' ? WRAPPED : TOP
  }</xf>`;
});

export const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats
  .map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`)
  .join(
    '',
  )}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${
  KINDS.length + 1
}">${cellFormats.join(
  '',
)}<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1">${WRAPPED}</xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Parts that every workbook has alike. */
export const PACKAGE_PARTS = {
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
};

interface Workbook {
  readonly title: string;
  readonly madeAt: Date;
  readonly sheets: readonly { readonly name: string; readonly rows: number }[];
  readonly columns: readonly Column[];
}

/** Parts that name the sheets, and the title of the document; each sheet's filter is also a name that Excel looks for. */
export function describeWorkbook({ title, madeAt, sheets, columns }: Workbook): Record<string, string> {
  const numbered = sheets.map((sheet, at) => ({ ...sheet, number: at + 1, name: escapeAttribute(sheet.name) }));
  const last = nameOfPlace(columns.length);
  const filters = numbered.map(
    ({ name, rows, number }) =>
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${number - 1}" hidden="1">'${name}'!$A$1:$${last}$${rows}</definedName>`,
  );
  const listed = numbered.map(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`);
  const related = numbered.map(
    ({ number }) =>
      `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  const styles = `<Relationship Id="rId${numbered.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>`;
  const typed = numbered.map(
    ({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${CONTENT}.worksheet+xml"/>`,
  );
  return {
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${related.join('')}${styles}</Relationships>`,
    'docProps/core.xml': `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeAttribute(title)}</dc:title><dc:creator>Anupalan</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${madeAt.toISOString()}</dcterms:created></cp:coreProperties>`,
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>${typed.join('')}</Types>`,
  };
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** The letters of a column by its place from 1. */
export function nameOfPlace(place: number): string {
  const rest = (place - 1) % 26;
  const last = String.fromCharCode(65 + rest);
  return place <= 26 ? last : `${nameOfPlace(Math.floor((place - 1) / 26))}${last}`;
}
