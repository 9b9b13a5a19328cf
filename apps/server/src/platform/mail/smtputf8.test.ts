import { createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { saysSmtpUtf8 } from './smtputf8.ts';

async function portOf(listening: { listen(port: number, host: string, done: () => void): unknown }): Promise<number> {
  return new Promise((resolve) => {
    const server = listening.listen(0, '127.0.0.1', () => {
      if (typeof server === 'object' && server && 'address' in server && typeof server.address === 'function') {
        resolve(server.address().port);
      }
    });
  });
}

test.each([
  [true, false],
  [true, true],
  [false, false],
])('a mail server that says SMTPUTF8 (%j) is heard, behind STARTTLS (%j) too', async (says, startTls) => {
  const server = new SMTPServer({
    hideSMTPUTF8: !says,
    disabledCommands: startTls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    logger: false,
  });
  server.on('error', () => {});
  const port = await portOf({ listen: (at, host, done) => server.listen(at, host, done) });
  const smtpUrl = `smtp://someone:secret@127.0.0.1:${port}?tls.rejectUnauthorized=false`;
  expect(await saysSmtpUtf8({ smtpUrl, requiresTls: false })).toBe(says);
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

test('one that is away, or hangs up, says nothing', async () => {
  const rude = createServer((socket) => socket.end());
  const port = await portOf(rude);
  expect(await saysSmtpUtf8({ smtpUrl: `smtp://127.0.0.1:${port}`, requiresTls: false })).toBeNull();
  await new Promise((resolve) => rude.close(resolve));
  expect(await saysSmtpUtf8({ smtpUrl: `smtp://127.0.0.1:${port}`, requiresTls: false })).toBeNull();
});
