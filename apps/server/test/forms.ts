import { crc32, deflateRawSync } from 'node:zlib';
import { utils, write } from 'cfb';
import type { InjectOptions } from 'fastify';

/** A file of a form. */
export interface FormFile {
  readonly field: string;
  readonly name: string;
  readonly bytes: Buffer;
}

const BOUNDARY = '----anupalan';

/** A `multipart/form-data` request as browsers send it. */
export function formOf(fields: Record<string, string>, files: readonly FormFile[] = []): InjectOptions {
  return {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([
      ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, Buffer.from(value))),
      ...files.map(({ field, name, bytes }) => part(`name="${field}"; filename="${name}"`, bytes)),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ]),
  };
}

function part(disposition: string, content: Buffer): Buffer {
  const type = disposition.includes('filename') ? 'Content-Type: application/octet-stream\r\n' : '';
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')]);
}

/** The beginning of a Word document's main stream, hexadecimal. */
export const WORD_DOCUMENT = 'eca5c100'.padEnd(1024, '0');

/** Genuine files of each type, by its name. */
export const GENUINE = {
  pdf: pdf(),
  doc: compound({ WordDocument: WORD_DOCUMENT, '1Table': 'x' }),
  docx: zip(['[Content_Types].xml', '_rels/.rels', 'word/document.xml']),
  csv: Buffer.from('Name,Wage\nमीरा,41000\n'),
  xlsx: zip(['[Content_Types].xml', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml']),
};

/** A PDF of one page so many times, of `size` bytes if given; further entries of its catalogue and its page. */
export function pdf({ catalog = '', page = '', size = 0, pages = 1 } = {}): Buffer {
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${'3 0 R '.repeat(pages)}]/Count ${pages}>>`,
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]${page}>>`,
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const index = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 4\n0000000000 65535 f \n${index}trailer\n<</Root 1 0 R/Size 4>>\nstartxref\n`;
  const filler = Math.max(0, size - text.length - table.length - 20);
  const end = `${'%'.repeat(filler)}\n${table}${text.length + filler + 1}\n%%EOF\n`;
  return Buffer.from(text + end.padEnd(size - text.length, ' '), 'latin1');
}

/** A compound file of streams by their paths; content is hexadecimal. */
export function compound(streams: Record<string, string>): Buffer {
  const file = utils.cfb_new();
  for (const [path, content] of Object.entries(streams)) utils.cfb_add(file, `/${path}`, Buffer.from(content, 'hex'));
  return Buffer.from(write(file, { type: 'buffer' }));
}

/** A valid job posting. */
export function fillJobPosting(changes: Record<string, string> = {}) {
  return {
    jobTitle: 'Payroll executive',
    jobDescription: 'Runs payroll for 200 people.',
    location: 'Pune',
    salaryRange: '4-6 LPA',
    additionalPerks: 'Lunch',
    requiredExperience: '2 years',
    qualification: 'B.Com',
    specificSkills: 'EPF, ESI',
    additionalRequirements: 'Marathi',
    jobTimings: '9 to 6',
    weeksOffs: 'Sunday',
    joiningTimeline: '30 days',
    companyProfile: 'A mill in Pune since 1962.',
    contactName: 'Asha Rao',
    contactEmail: 'hr@example.in',
    contactPhone: '9876543210',
    ...changes,
  };
}

/**
 * An archive of compressed files; `claim` is the unpacked size that each states, with `zip64` in the field for sizes
 * beyond 32 bits; `content` is what each really has, `packed` is it compressed; with `isShared` all parts have the bytes
 * of the first.
 */
export function zip(
  names: readonly string[],
  claim?: number,
  {
    zip64 = false,
    content = Buffer.from('<xml/>'),
    packed = deflateRawSync(content),
    isShared = false,
  }: { zip64?: boolean; content?: Buffer; packed?: Buffer; isShared?: boolean } = {},
): Buffer {
  const size = claim ?? content.length;
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const name of names) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(zip64 ? 0xffffffff : size, 18);
    common.writeUInt16LE(name.length, 22);
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed]);
    const local = isShared && locals.length > 0 ? Buffer.alloc(0) : head;
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02\x14\x00', 0, 'latin1');
    common.copy(entry, 6);
    entry.writeUInt32LE(isShared ? 0 : at, 42);
    const extra = Buffer.alloc(zip64 ? 12 : 0);
    if (zip64) {
      entry.writeUInt16LE(extra.length, 30);
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(8, 2);
      extra.writeBigUInt64LE(BigInt(size), 4);
    }
    directory.push(entry, Buffer.from(name), extra);
    locals.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

/** A PDF whose trailer says that it is encrypted, by keys that no empty password opens. */
export const LOCKED_PDF = Buffer.from(
  pdf()
    .toString('latin1')
    .replace(
      '/Size 4>>',
      `/Size 4/ID[<${'00'.repeat(16)}><${'00'.repeat(16)}>]` +
        `/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -44/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>>>>>`,
    ),
  'latin1',
);

/** A compound file whose storages lie one in the other; with `isCircle` its directory has no end. */
export function nestedCompound(count: number, { isCircle = false } = {}): Buffer {
  const directory = Math.ceil(count / 4);
  const tables = Math.ceil((directory + directory / 100 + 2) / 128);
  const bytes = Buffer.alloc(512 * (1 + tables + directory));
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt32LE(tables, 44);
  bytes.writeUInt32LE(tables, 48);
  bytes.writeUInt32LE(4096, 56);
  for (const at of [60, 68]) bytes.writeInt32LE(-2, at);
  for (let n = 0; n < 109; n++) bytes.writeInt32LE(n < tables ? n : -1, 76 + 4 * n);
  for (let sector = 0; sector < 128 * tables; sector++) {
    const isLast = sector === tables + directory - 1;
    bytes.writeInt32LE(isLast ? (isCircle ? tables : -2) : sector < tables ? -3 : sector + 1, 512 + 4 * sector);
  }
  for (let n = 0; n < count; n++) {
    const at = 512 * (1 + tables) + 128 * n;
    const name = n === 0 ? 'Root Entry' : `a storage ${n}`;
    bytes.write(name, at, 'utf16le');
    bytes.writeUInt16LE(2 * name.length + 2, at + 64);
    bytes[at + 66] = n === 0 ? 5 : 1;
    for (const link of [68, 72]) bytes.writeInt32LE(-1, at + link);
    bytes.writeInt32LE(n + 1 < count ? n + 1 : -1, at + 76);
    bytes.writeInt32LE(-2, at + 116);
  }
  return bytes;
}
