import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A pooler as PgBouncer is in transaction mode, with one session for everybody: it gives the session to one connection
 * at a time, until that is in no transaction. It refuses settings at connecting, and knows nothing of statements' names.
 */
export class TransactionPooler {
  readonly url: string;
  readonly #server: ReturnType<typeof createServer>;
  readonly #target: URL;
  readonly #change: Rename;
  readonly #clients = new Set<Socket>();
  #session: Promise<Session> | null = null;
  #connected = 0;

  private constructor(server: ReturnType<typeof createServer>, url: string, change: Rename) {
    this.#server = server;
    this.#change = change;
    this.#target = new URL(url);
    const address = server.address();
    const detour = new URL(url);
    if (address !== null && typeof address === 'object') detour.port = String(address.port);
    this.url = detour.href;
    server.on('connection', (client) => {
      this.#clients.add(client);
      client.on('error', () => {});
      client.on('close', () => this.#clients.delete(client));
      client.once('data', (startup: Buffer) => this.#welcome(client, startup));
    });
  }

  /** @param knowsNames whether statements with names are the session's own, as PgBouncer has it from 1.21 */
  static async open(url: string, { knowsNames = false } = {}): Promise<TransactionPooler> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TransactionPooler(server, url, knowsNames ? rename : (data) => data);
  }

  async close(): Promise<void> {
    (await this.#session)?.end();
    for (const client of this.#clients) client.destroy();
    this.#server.close();
  }

  async #welcome(client: Socket, startup: Buffer): Promise<void> {
    if (startup.includes('\0options\0')) {
      client.end(message('E', 'SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0'));
      return;
    }
    this.#connected += 1;
    const process = Buffer.alloc(8);
    process.writeInt32BE(1_000_000 + this.#connected);
    // The first one proves who it is to PostgreSQL, and the others have the session that this opened.
    const opening = this.#session ? null : Session.open(this.#target, client, startup);
    this.#session ??= opening;
    const session = await this.#session;
    if (!opening) client.write(Buffer.concat([message('R', Buffer.alloc(4)), ...(session?.parameters ?? [])]));
    client.write(Buffer.concat([message('K', process), message('Z', 'I')]));
    client.on('data', (data: Buffer) => data[0] !== X && session?.send(client, this.#change(data)));
  }
}

const [B, K, P, S, X, Z] = [...Buffer.from('BKPSXZ')];

type Rename = (data: Buffer) => Buffer;

/**
 * Gives statements other names by their texts' places in what was sent: here each connection sends the same text by the
 * same name, so the first Parse is enough, and a later one of the same name is for the session to forget first.
 */
function rename(data: Buffer): Buffer {
  return Buffer.concat(
    split(data).flatMap((each) => {
      const type = each[0] ?? 0;
      const start = type === B ? each.indexOf(0, 5) + 1 : 5;
      const end = each.indexOf(0, start);
      if ((type !== P && type !== B) || end === start) return [each];
      const name = `POOLER_${each.toString('latin1', start, end)}`;
      const body = Buffer.concat([each.subarray(5, start), Buffer.from(name), each.subarray(end)]);
      return [...(type === P ? [message('C', `S${name}\0`)] : []), message(String.fromCharCode(type), body)];
    }),
  );
}

/** The messages of what a connection sent at once. */
function split(data: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let at = 0; at < data.length; ) {
    const end = at + 1 + data.readInt32BE(at + 1);
    messages.push(data.subarray(at, end));
    at = end;
  }
  return messages;
}

/** PostgreSQL's session, which one connection after the other has. */
class Session {
  readonly parameters: Buffer[] = [];
  readonly #server: Socket;
  readonly #waiting: [Socket, Buffer][] = [];
  #holder: Socket | null;
  #unread: Buffer = Buffer.alloc(0);
  #opened = Promise.withResolvers<this>();
  #isOpen = false;

  private constructor(server: Socket, first: Socket) {
    this.#server = server;
    this.#holder = first;
    server.on('data', (data: Buffer) => this.#hear(data));
    server.on('error', () => {});
  }

  static open({ hostname, port }: URL, first: Socket, startup: Buffer): Promise<Session> {
    const session = new Session(connect(Number(port), hostname), first);
    session.#server.write(startup);
    const prove = (data: Buffer) => session.#server.write(data);
    first.on('data', prove);
    return session.#opened.promise.finally(() => first.off('data', prove));
  }

  send(client: Socket, data: Buffer): void {
    if (this.#holder !== null && this.#holder !== client) {
      this.#waiting.push([client, data]);
      return;
    }
    this.#holder = client;
    this.#server.write(data);
  }

  end(): void {
    this.#server.destroy();
  }

  #hear(data: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, data]);
    while (this.#unread.length >= 5) {
      const end = 1 + this.#unread.readInt32BE(1);
      if (this.#unread.length < end) return;
      this.#pass(this.#unread.subarray(0, end));
      this.#unread = this.#unread.subarray(end);
    }
  }

  #pass(heard: Buffer): void {
    const [type] = heard;
    if (this.#isOpen || (type !== K && type !== Z)) this.#holder?.write(heard);
    if (!this.#isOpen && type === S) this.parameters.push(heard);
    if (type !== Z) return;
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#opened.resolve(this);
    }
    if (heard.toString('latin1', 5) === 'I') this.#handOn();
  }

  #handOn(): void {
    this.#holder = null;
    const next = this.#waiting.shift();
    if (next) this.send(...next);
  }
}

/** A message as PostgreSQL's protocol frames it. */
function message(type: string, content: string | Buffer): Buffer {
  const body = Buffer.from(content);
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}
