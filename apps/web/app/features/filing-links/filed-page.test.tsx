import { type FilingPreview, fileByMail, previewFiling } from '@anupalan/contract/connections/filing-links';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, serve, success } from '../../../test/fake-server.ts';
import { show } from '../../../test/show.tsx';
import { FiledPage } from './filed-page.tsx';

const ID = '01990000-0000-7000-8000-00000000000a';

const PREVIEW: FilingPreview = {
  person: { firstName: 'Asha', lastName: 'Rao' },
  companyId: ID,
  companyName: 'Kulkarni Textiles',
  itemId: ID,
  title: 'EPF: file ECR',
  act: 'EPF Act',
  day: '2026-12-15T00:00:00.000Z',
  legalDay: '2026-12-18T00:00:00.000Z',
  isChecked: false,
  evidenceRequired: false,
  expiresAt: '2026-12-20T00:00:00.000Z',
};

const RECORD = { name: 'Yes, record it as done' };

function showWith(changes: Partial<FilingPreview> = {}) {
  const previews = serve(previewFiling, () => success({ ...PREVIEW, ...changes }));
  return { previews, user: show(<FiledPage />, { at: '/filed#the-token' }) };
}

const filed = (outcome: string) => () => Response.json({ status: 'success', data: { outcome } }, { status: 201 });

test('the page names person, company and occurrence, and records nothing until it is told to', async () => {
  const sent = serve(fileByMail, filed('recorded'));
  const { previews, user } = showWith();
  const button = await screen.findByRole('button', RECORD);
  for (const words of [
    'Asha Rao',
    'Kulkarni Textiles',
    'EPF: file ECR',
    'EPF Act',
    '18/12/2026, moved from 15/12/2026',
  ]) {
    screen.getByText(words);
  }
  expect([sent, window.location.hash, previews.map(({ body }) => body)]).toEqual([[], '', [{ token: 'the-token' }]]);
  await user.type(screen.getByLabelText('Acknowledgement or challan number'), 'ACK 7');
  await user.click(button);
  await screen.findByRole('heading', { name: 'Recorded' });
  const today = Temporal.Now.plainDateISO('Asia/Kolkata').toString();
  expect(sent.map(({ body }) => body)).toEqual([
    { token: 'the-token', filedOn: `${today}T00:00:00.000Z`, number: 'ACK 7', noEvidenceReason: '' },
  ]);
  expect(screen.queryByRole('button', RECORD)).toBeNull();
});

test('it says that a colleague checks it, before and after', async () => {
  serve(fileByMail, filed('waiting'));
  const { user } = showWith({ isChecked: true });
  await screen.findByText('A colleague checks it before it counts.');
  await user.click(screen.getByRole('button', RECORD));
  await screen.findByText('It counts once a colleague has checked it. You can close this page.');
});

test('a refusal stands at its field, and what was typed stays', async () => {
  const fault = 'Please say why there is no evidence';
  serve(fileByMail, () => failure(400, fault, { noEvidenceReason: fault }));
  const { user } = showWith({ evidenceRequired: true });
  await user.type(await screen.findByLabelText('Acknowledgement or challan number'), 'ACK 7');
  await user.click(screen.getByRole('button', RECORD));
  await screen.findByText(fault);
  expect(screen.getByLabelText('Acknowledgement or challan number')).toHaveProperty('value', 'ACK 7');
});

test('a link that was used in the meantime says so above the form', async () => {
  serve(fileByMail, () => failure(409, 'This was recorded in the meantime.'));
  const { user } = showWith();
  await user.click(await screen.findByRole('button', RECORD));
  await screen.findByText('This was recorded in the meantime.');
});

test.each([
  ['/filed#the-token', "This link can't be used", 'This link was used already.'],
  ['/filed', 'Open the link of the mail again', 'This address is not complete: it has no link.'],
])('%s says why it is of no use', async (at, title, text) => {
  serve(previewFiling, () => failure(409, 'This link was used already.'));
  show(<FiledPage />, { at });
  await screen.findByRole('heading', { name: title });
  screen.getByText(text);
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
});
