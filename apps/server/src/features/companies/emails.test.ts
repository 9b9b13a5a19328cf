import { expect, test } from 'vitest';
import { composeDeletedMail } from './emails.ts';

test('names in the mail of a deleted company make no links', async () => {
  const names = { companyName: 'www.evil.example', owner: 'Go to evil.example' };
  const { subject, text, html } = await composeDeletedMail('a@client.in', names);
  for (const part of [subject, text, html]) expect(part).not.toContain('evil.example');
});
