import { readSaid, type Said } from '@anupalan/contract/proof/evidence';
import PDFDocument from 'pdfkit';
import { describe, expect, test } from 'vitest';
import { pdf } from '../../../test/forms.ts';
import { addPerson, join } from '../../../test/people.ts';
import { addDated, beginWithTeam, call, DAY, send, team, world } from '../status-history/checks/team.fixture.ts';
import { addFile, removeFile, sendFile } from './evidence-calls.fixture.ts';

beginWithTeam();

interface Drawn {
  readonly userPassword?: string;
  readonly pages?: number;
}

/** A PDF with lines of text on its first page. */
async function draw(lines: readonly string[], { pages = 1, ...options }: Drawn = {}): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', ...options });
  for (const line of lines) document.text(line);
  for (let page = 1; page < pages; page++) document.addPage();
  document.end();
  return Buffer.concat(await Array.fromAsync(document));
}

const CHALLAN = ['TRRN : 3012411001234', 'Grand Total : 1,23,456.00', 'Payment Date : 14-DEC-2026'];

const NOTHING = {
  ...{ numbers: [], amounts: [], days: [], mismatch: [], sameElsewhere: [] },
  sure: { number: null, amount: null, day: null },
};

async function said(id: string, person = team.member): Promise<Said> {
  const response = await call(person, 'GET', `/evidence/${id}/said`);
  expect(response.statusCode, response.body).toBe(200);
  return readSaid.answers[200].parse(response.json()).data;
}

test('the text of a PDF proposes number, amount and day, and is read once', async () => {
  const { _id } = await addFile(team.member, {}, { bytes: await draw(CHALLAN) });
  const read = {
    ...{ text: 'read', numbers: ['3012411001234'], amounts: [123_456], days: ['2026-12-14T00:00:00.000Z'] },
    sure: { number: '3012411001234', amount: 123_456, day: '2026-12-14T00:00:00.000Z' },
    ...{ mismatch: [], sameElsewhere: [] },
  };
  expect(await said(_id)).toEqual(read);
  await world.server.owner.query(
    `update files set removed_at = now() where id = (select file_id from evidence where id = $1)`,
    [_id],
  );
  expect(await said(_id)).toEqual(read);
});

test('of what may be mistaken nothing is proposed, and all of it is named', async () => {
  const lines = ['TRRN : 3012411001234', 'Account-1 : 39,175', 'Total : 62,500', 'Generated on 10-DEC-2026'];
  const { _id } = await addFile(team.member, {}, { bytes: await draw(lines) });
  expect(await said(_id)).toMatchObject({
    ...{ amounts: [62_500, 39_175], days: ['2026-12-10T00:00:00.000Z'] },
    sure: { number: '3012411001234', amount: null, day: null },
  });
});

describe('what is recorded and doesn’t stand in the document is said', () => {
  test('of what somebody said of it', async () => {
    const fields = { number: '3012411001299', amount: '123456', documentDay: '2026-12-15' };
    const { _id } = await addFile(team.member, fields, { bytes: await draw(CHALLAN) });
    expect((await said(_id)).mismatch).toEqual([
      '3012411001299 is recorded, and does not stand in this document',
      '15/12/2026 is recorded, and does not stand in this document',
    ]);
  });

  test('of its payment', async () => {
    const paymentDateId = await addDated(team.member, 'payment-dates');
    const { _id } = await addFile(team.member, { paymentDateId }, { bytes: await draw(CHALLAN) });
    expect((await said(_id)).mismatch).toEqual([
      '₹5,000.00 is recorded, and does not stand in this document',
      '10/12/2026 is recorded, and does not stand in this document',
    ]);
  });
});

test('the very same bytes in a company that nobody confirmed are told with its name', async () => {
  const { services, owner } = world.server;
  const consultant = await addPerson(services, { company: { employeeCount: 20, state: 'Kerala' } });
  await join(services, consultant, team.owner, { role: 'member' });
  const bytes = await draw(CHALLAN);
  const first = (await sendFile(consultant, {}, { bytes }, null)).json().data;
  const recorded = await world.server.call({
    ...{ method: 'PATCH', url: `/api/compliance/data/${world.items.other}/status`, token: consultant.token },
    payload: { userId: consultant.userId, status: 'done', forDate: DAY, note: '', evidence: [first._id] },
  });
  expect(recorded.statusCode, recorded.body).toBe(200);
  await owner.query('update companies set confirmed = false where workspace_id = $1', [consultant.workspaceId]);
  const { _id } = await addFile(consultant, {}, { bytes });
  expect((await said(_id, consultant)).sameElsewhere).toMatchObject([{ _id: first._id, companyName: 'Rao & Sons' }]);
});

test('the very same bytes at another occurrence are told', async () => {
  const bytes = await draw(CHALLAN);
  const first = await addFile(team.member, {}, { bytes });
  await send(team.member, { evidence: [first._id] }, world.items.other);
  const { _id } = await addFile(team.member, {}, { bytes, name: 'again.pdf' });
  expect((await said(_id)).sameElsewhere).toEqual([
    { _id: first._id, name: 'challan.pdf', title: expect.any(String), day: `${DAY}T00:00:00.000Z` },
  ]);
});

test.each([
  ['a picture of a page', async () => pdf(), 'none'],
  ['more than 10 MB', async () => pdf({ size: 11 * 1024 ** 2 }), 'large'],
])('%s has nothing to say', async (_, make, text) => {
  const { _id } = await addFile(team.member, {}, { bytes: await make() });
  expect(await said(_id)).toEqual({ ...NOTHING, text });
});

test('a list has no text that is read, and what nobody sees is not found', async () => {
  const { _id } = await addFile(team.member, {}, { name: 'ecr.txt', bytes: Buffer.from('TRRN 3012411001234') });
  expect((await said(_id)).text).toBe('none');
  expect((await call(team.owner, 'GET', `/evidence/${_id}/said`)).statusCode).toBe(404);
});

test('what a removed file says goes with it', async () => {
  const paymentDateId = await addDated(team.member, 'payment-dates');
  const { _id } = await addFile(team.member, { paymentDateId }, { bytes: await draw(CHALLAN) });
  expect((await said(_id)).text).toBe('read');
  expect((await removeFile(team.manager, _id)).statusCode).toBe(200);
  expect(await said(_id, team.viewer)).toEqual({ ...NOTHING, text: 'none' });
  const { rows } = await world.server.owner.query('select said from evidence where id = $1', [_id]);
  expect(rows).toEqual([{ said: null }]);
});
