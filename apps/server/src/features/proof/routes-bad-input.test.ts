import { describe, expect, test } from 'vitest';
import { compound, GENUINE, LOCKED_PDF, pdf, zip } from '../../../test/forms.ts';
import { beginWithTeam, team, world } from '../status-history/checks/team.fixture.ts';
import { addFile, fetchFile, sendFile } from './evidence-calls.fixture.ts';

beginWithTeam();

const other = () => world.items.other;
const messageOf = (response: { json(): { message: string } }) => response.json().message;

const WITH_FILES = pdf({ catalog: '/Names<</EmbeddedFiles<</Names[(a)<</F(a.txt)/EF<</F 3 0 R>>>>]>>>>' });
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const HEIC = Buffer.from('000000186674797068656963000000006d69663168656963', 'hex');

const BOMB = zip(['xl/workbook.xml', 'a'], 100, { content: Buffer.alloc(50_000_000) });

describe('what is no evidence is refused with its reason', () => {
  const archive = Buffer.from('504b0304', 'hex');
  test.each([
    ['no file at all', '', Buffer.alloc(0), 'Please choose a file'],
    ['an empty file', 'a.pdf', Buffer.alloc(0), 'The file is empty'],
    ['26 MB', 'a.pdf', Buffer.alloc(26 * 1024 ** 2, '%PDF-'), 'File size must be at most 25MB'],
    ['an archive of another kind', 'a.rar', archive, 'Please unpack the archive first, and add what is in it'],
    ['a page called a workbook', 'a.xls', Buffer.from('<html><table></table>'), 'save it as .xlsx'],
    ['a PDF with files in it', 'a.pdf', WITH_FILES, 'This PDF has other files in it'],
    ['a program', 'a.exe', Buffer.from('MZ'), 'Please choose a PDF'],
    [
      'a page that is called a PDF',
      'a.pdf',
      Buffer.from('%PDF-1.7\n<html><script>alert(1)</script>'),
      'This file is not',
    ],
    ['a page before a PDF', 'a.pdf', Buffer.concat([Buffer.from('<html>'), GENUINE.pdf]), 'This file is not'],
    ['a picture that is a page', 'a.png', Buffer.from('<svg onload="alert(1)"/>'), 'This file is not'],
    ['a workbook that is called a document', 'a.docx', GENUINE.xlsx, 'This file is not'],
    ['a PDF with a password', 'a.pdf', LOCKED_PDF, 'This file has a password'],
    [
      'a workbook with a password',
      'a.xlsx',
      compound({ EncryptionInfo: '00', EncryptedPackage: '00' }),
      'This file has a password',
    ],
    ['a workbook that says it unpacks to 4 GB', 'a.xlsx', zip(['xl/workbook.xml'], 0xfffffffe), 'This file is not'],
    ['a workbook that unpacks to more than it says', 'a.xlsx', BOMB, 'This file is not'],
  ])('%s', async (_, name, bytes, message) => {
    const response = await sendFile(team.member, {}, { name, bytes });
    expect([response.statusCode, messageOf(response)]).toEqual([400, expect.stringContaining(message)]);
    const { rows } = await world.server.owner.query(
      'select from files where removed_at is null and whole_at is not null and workspace_id = $1',
      [team.owner.workspaceId],
    );
    expect(rows).toEqual([]);
  });

  test('a PDF that is a page, too, goes out as a PDF to be saved, whatever a browser makes of its bytes', async () => {
    const bytes = Buffer.concat([GENUINE.pdf, Buffer.from('\n<html><script>alert(1)</script></html>\n%%EOF\n')]);
    const file = await addFile(team.member, {}, { bytes });
    const { headers, rawPayload } = await fetchFile(team.member, file._id);
    expect(rawPayload.equals(bytes)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\Asha\\ECR Nov.pdf', 'ECR Nov.pdf'],
    ['challan\u202efdp.pdf', 'challanfdp.pdf'],
    ['a\u0007b.pdf', 'ab.pdf'],
    ['चालान.pdf', 'चालान.pdf'],
  ])('a name like %j is kept as %j', async (name, kept) => {
    const file = await addFile(team.member, {}, { name });
    expect(file.name).toBe(kept);
    expect((await fetchFile(team.member, file._id)).headers['content-disposition']).toContain(encodeURIComponent(kept));
  });

  test.each([
    ['IMG_1.jpg', HEIC, 'IMG_1.heic', 'heic', 'image/heic'],
    ['IMG_2.HEIC', JPEG, 'IMG_2.jpg', 'jpg', 'image/jpeg'],
    ['a.jfif', JPEG, 'a.jpg', 'jpg', 'image/jpeg'],
    ['scan', JPEG, 'scan.jpg', 'jpg', 'image/jpeg'],
    ['challan.png', GENUINE.pdf, 'challan.pdf', 'pdf', 'application/pdf'],
    ['MC_Template.xls', compound({ Workbook: '0908' }), 'MC_Template.xls', 'xls', 'application/vnd.ms-excel'],
    ['export.xls', GENUINE.xlsx, 'export.xlsx', 'xlsx', expect.stringContaining('spreadsheetml')],
    ['TAN_2026.csi', Buffer.from('05100010712202601234BLRA12345B\r\n'), 'TAN_2026.csi', 'csi', 'text/plain'],
    ['a.eml', Buffer.from('From: a@example.in\r\n\r\nPaid'), 'a.eml', 'eml', 'message/rfc822'],
    ['b.eml', Buffer.from('From: a@example.in\r\n\r\n\x01\x02'), 'b.eml', 'eml', 'message/rfc822'],
    ['a.msg', compound({ '__properties_version1.0': '00' }), 'a.msg', 'msg', 'application/vnd.ms-outlook'],
    ['a.zip', zip(['anything.exe']), 'a.zip', 'zip', 'application/zip'],
    [
      'script.pdf',
      pdf({ catalog: '/OpenAction<</S/JavaScript/JS(print\\(\\))>>' }),
      'script.pdf',
      'pdf',
      'application/pdf',
    ],
    ['prints.pdf', pdf({ catalog: '/OpenAction<</S/Named/N/Print>>' }), 'prints.pdf', 'pdf', 'application/pdf'],
  ])('%s is taken for what it is, and goes out as an attachment', async (name, bytes, kept, type, mediaType) => {
    const file = await addFile(team.member, {}, { name, bytes });
    expect(file).toMatchObject({ name: kept, type, mediaType });
    const { headers, rawPayload } = await fetchFile(team.member, file._id);
    expect(rawPayload.equals(bytes)).toBe(true);
    expect(headers['content-disposition']).toMatch(/^attachment; /);
  });

  test('what the portals give is text: returns of the provident fund, of TRACES and of GST', async () => {
    for (const name of ['ecr.txt', '24Q.tds', '24Q.fvu', 'returns.json', 'list.csv']) {
      const bytes = Buffer.from(`100123#~#ASHA RAO#~#15000 ${name}\n`);
      expect((await addFile(team.member, {}, { name, bytes })).name).toBe(name);
    }
  });

  test('two subjects at once', async () => {
    const [recordId, registrationId] = [world.items.one, other()];
    const response = await sendFile(team.member, { recordId, registrationId });
    expect([response.statusCode, messageOf(response)]).toEqual([400, 'Please name one thing that the file belongs to']);
  });
});
