import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface TestSmtp {
  readonly url: string;
  /** The mails that were accepted, with their envelopes and as they came, a character for each byte, oldest first. */
  readonly received: { from: string; to: string[]; mail: Email; raw: string }[];
  close(): Promise<void>;
}

/** An answer by which a mail server refuses something: its code, with its text. */
export function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

/**
 * A mail server on this machine that refuses recipients as `judge` says, without it those at `refused.example.in`; it
 * accepts a mail after `wait`, and refuses it where that fails.
 */
export async function startSmtp(
  wait: (mail: Email) => Promise<void> = async () => {},
  judge = (address: string) => (address.endsWith('@refused.example.in') ? new Error('No such mailbox') : null),
): Promise<TestSmtp> {
  const received: TestSmtp['received'] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, callback) => callback(judge(address)),
    onData: (stream, { envelope }, callback) => {
      buffer(stream)
        .then(async (bytes) => {
          const mail = await PostalMime.parse(bytes);
          await wait(mail);
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          const to = envelope.rcptTo.map(({ address }) => address);
          received.push({ from, to, mail, raw: bytes.toString('latin1') });
          callback();
        })
        .catch(callback);
    },
  });
  // A sender that is killed breaks its connection.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
