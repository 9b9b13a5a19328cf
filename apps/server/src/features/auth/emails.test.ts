import { expect, test } from 'vitest';
import { composeWelcomeMail } from './emails.ts';

test('the welcome shows a name as it was written and leads to the dashboard', async () => {
  const mail = await composeWelcomeMail('meera@example.in', '<b>Meera</b> & Co', 'https://anupalan.example.in');
  expect(mail).toMatchObject({ to: 'meera@example.in', subject: 'Welcome to Anupalan' });
  expect(mail.html).not.toContain('<b>Meera');
  expect(mail.text).toContain('Welcome, <b>Meera</b> & Co');
  expect(mail.html).toContain('href="https://anupalan.example.in/dashboard"');
  expect(mail.text).toContain('https://anupalan.example.in/dashboard');
});
