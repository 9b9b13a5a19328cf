import { expect, test } from 'vitest';
import { composePasswordChangedMail } from './emails-password.ts';

test('a changed password is told, with the way to reset it', async () => {
  const site = { publicUrl: 'https://anupalan.example.in', supportEmail: 'help@example.in' };
  const mail = await composePasswordChangedMail('meera@example.in', site);
  expect(mail).toMatchObject({ to: 'meera@example.in', subject: 'Your password was changed' });
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('https://anupalan.example.in/forgot-password');
    expect(body).toContain('help@example.in');
  }
});
