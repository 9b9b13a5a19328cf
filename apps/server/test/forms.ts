import { crc32 } from 'node:zlib';
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

/** Genuine files of each type, by its name. */
export const GENUINE = {
  pdf: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< >>\nendobj\n'),
  doc: Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(512),
    Buffer.from('WordDocument', 'utf16le'),
    Buffer.alloc(512),
  ]),
  docx: zip(['[Content_Types].xml', '_rels/.rels', 'word/document.xml']),
  csv: Buffer.from('Name,Wage\nमीरा,41000\n'),
  xlsx: zip(['[Content_Types].xml', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml']),
};

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
 * An archive of files that are stored as they are; `claim` is the unpacked size that each states, with `zip64` in the
 * field for sizes beyond 32 bits.
 */
export function zip(names: readonly string[], claim?: number, { zip64 = false } = {}): Buffer {
  const content = Buffer.from('<xml/>');
  const size = claim ?? content.length;
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const name of names) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(zip64 ? 0xffffffff : size, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), content]);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02\x14\x00', 0, 'latin1');
    common.copy(entry, 6);
    entry.writeUInt32LE(at, 42);
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
