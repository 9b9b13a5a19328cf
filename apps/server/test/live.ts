import type { TestApp } from './harness.ts';

export interface TestListener {
  readonly response: Response;
  /** The data of the events that came, oldest first. */
  readonly heard: unknown[];
  /** Settles when the server ends the stream; rejects when it breaks. */
  readonly ended: Promise<void>;
  leave(): void;
}

/** Listens to the live updates of a server over a real connection. */
export async function listenTo({ app }: TestApp, token: string): Promise<TestListener> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const connection = new AbortController();
  const response = await fetch(`${app.listeningOrigin}/api/live`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' },
    signal: connection.signal,
  });
  const heard: unknown[] = [];
  return { response, heard, ended: readEvents(response, heard), leave: () => connection.abort() };
}

async function readEvents({ body }: Response, heard: unknown[]): Promise<void> {
  let unread = '';
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (unread + text).split('\n\n');
    unread = blocks.pop() ?? '';
    heard.push(...blocks.flatMap((block) => (block.startsWith('data: ') ? [JSON.parse(block.slice(6))] : [])));
  }
}
