import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A line to a server. */
interface Line extends AsyncDisposable {
  readonly url: string;
}

/**
 * Starts a line over which the second half of a page comes late.
 * @param to the server's address
 * @param half what the second half of each page begins with
 * @param rest resolves when second halves may come
 */
export async function startSlowLine(to: string, half: string, rest: Promise<void>): Promise<Line> {
  const line = createServer(({ url = '/', method, headers: { 'accept-encoding': _, ...headers } }, answer) => {
    request(new URL(url, to), { method, headers }, (answered) => pass(answered, answer)).end();
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');

  const pass = async (answered: IncomingMessage, answer: ServerResponse) => {
    answer.writeHead(answered.statusCode ?? 0, answered.headers);
    if (!answered.headers['content-type']?.startsWith('text/html')) return answered.pipe(answer);
    const page = await text(answered);
    const at = page.indexOf(half);
    answer.write(page.slice(0, at));
    await rest;
    return answer.end(page.slice(at));
  };

  return {
    url: `http://localhost:${(line.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      line.close();
      line.closeAllConnections();
      await once(line, 'close');
    },
  };
}
