import { damagedWorkbook, olderWorkbook } from '../reading/unreadable-file.ts';
import { type Parts, partOf } from './parts.ts';
import { type Attributes, readXml } from './read-xml.ts';

/** A sheet with cells, as the workbook lists it. */
export interface ListedSheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** The name of the part that has its rows. */
  readonly part: string;
}

/** A workbook without its cells. */
export interface Contents {
  /** Charts, dialogs and sheets of macros aside. */
  readonly sheets: readonly ListedSheet[];
  /** Whether days are counted from 1904. */
  readonly from1904: boolean;
  /** The parts with the texts that cells share, and with formats. */
  readonly strings: string | undefined;
  readonly styles: string | undefined;
}

interface Relation {
  readonly id: string;
  /** The last name of its type: strict and transitional workbooks differ in what is before. */
  readonly type: string;
  readonly part: string;
}

/** @throws UnreadableFile */
export async function readContents(parts: Parts): Promise<Contents> {
  const [main] = (await readRelations(parts, '')).filter(({ type }) => type === 'officeDocument');
  const workbook = main?.part ?? 'xl/workbook.xml';
  if (!parts.has(workbook)) return { sheets: [], from1904: false, strings: undefined, styles: undefined };
  if (!parts.has('[Content_Types].xml')) throw damagedWorkbook();
  if (workbook.endsWith('.bin')) throw olderWorkbook();
  const relations = await readRelations(parts, workbook);
  const firstOf = (wanted: string) => relations.find(({ type, part }) => type === wanted && parts.has(part))?.part;
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const sheets: ListedSheet[] = [];
  let from1904 = false;
  await readXml(parts.unpack(workbook), {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = isTrue(attributes.date1904);
      if (name !== 'sheet') return;
      const relation = byId.get(relationIdOf(attributes));
      if (relation?.type !== 'worksheet') return;
      const isHidden = /hidden/i.test(attributes.state ?? '');
      sheets.push({ name: attributes.name ?? '', isHidden, part: relation.part });
    },
  });
  return { sheets, from1904, strings: firstOf('sharedStrings'), styles: firstOf('styles') };
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

function relationIdOf(attributes: Attributes): string {
  const key = Object.keys(attributes).find((name) => name.endsWith(':id'));
  return (key && attributes[key]) ?? '';
}

/** The relations of a part of the workbook, or of the whole one. */
async function readRelations(parts: Parts, part: string): Promise<Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const list = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const relations: Relation[] = [];
  if (!parts.has(list)) return relations;
  await readXml(parts.unpack(list), {
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), part: partOf(folder, Target) });
    },
  });
  return relations;
}
