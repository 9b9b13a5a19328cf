import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestSmtp } from '../../apps/server/test/smtp.ts';
import type { Call } from './record.ts';

/** A person of the load. */
export interface Caller {
  readonly id: string;
  readonly token: string;
  readonly email: string;
  readonly password: string;
}

/** What the load was told is done. */
export interface Acknowledged {
  readonly notes: string[];
  readonly messages: string[];
  readonly tokens: string[];
}

/** Milliseconds after which a caller gives up, and after which they try again: sooner than any person. */
const PATIENCE_MS = 15_000;
const AGAIN_AFTER_MS = 100;

/** Milliseconds that who reads or records stops to think. */
const PAUSE_MS = 10;

interface World {
  readonly url: string;
  readonly items: readonly string[];
  /** Who reads and writes, each in a company of their own. */
  readonly people: readonly Caller[];
  /** Who signs in, each once in a while. */
  readonly visitors: readonly Caller[];
  readonly smtp: TestSmtp;
}

/** People who read, write, sign in and listen, as screens would have them do, and note what they were answered. */
export class Load {
  readonly calls: Call[] = [];
  readonly acknowledged: Acknowledged = { notes: [], messages: [], tokens: [] };
  /** When a change was heard of by live updates, by stream. */
  readonly heard: number[][] = [];
  /** Streams that broke, and the milliseconds until they were open again. */
  readonly reopened: { at: number; after: number }[] = [];
  readonly #world: World;
  readonly #begun = performance.now();
  readonly #work: Promise<void>[];
  readonly #over = new AbortController();

  constructor(world: World) {
    this.#world = world;
    this.#work = [
      ...world.people.flatMap((person) => [this.#read(person), this.#update(person), this.#listen(person)]),
      this.#signIn(),
      this.#write(),
    ];
  }

  /** Milliseconds since the load began. */
  get now(): number {
    return performance.now() - this.#begun;
  }

  /** Lets everybody end what they are at. */
  async stop(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#work);
  }

  get #goesOn(): boolean {
    return !this.#over.signal.aborted;
  }

  async #read({ token }: Caller): Promise<void> {
    while (this.#goesOn) {
      await this.#insist('read', 'GET', '/compliance/data', undefined, token);
      await pause(PAUSE_MS);
    }
  }

  async #update({ id, token }: Caller): Promise<void> {
    const { items } = this.#world;
    for (let turn = 0; this.#goesOn; turn++) {
      const note = `note ${randomUUID()}`;
      const day = Temporal.PlainDate.from('2026-11-22').subtract({ days: turn % 350 });
      const body = { userId: id, forDate: day.toString(), status: 'done', note };
      const answer = await this.#insist(
        'status',
        'PATCH',
        `/compliance/data/${items[turn % items.length]}/status`,
        body,
        token,
      );
      if (answer?.ok) this.acknowledged.notes.push(note);
      await pause(PAUSE_MS);
    }
  }

  /** Each message queues two mails, with its transaction. */
  async #write(): Promise<void> {
    while (this.#goesOn) {
      const message = `message ${randomUUID()}`;
      const form = { name: 'Asha', email: `${randomUUID()}@example.in`, subject: 'general', message };
      if ((await this.#insist('message', 'POST', '/contact', form))?.ok) this.acknowledged.messages.push(message);
      await pause(250);
    }
  }

  async #signIn(): Promise<void> {
    const { visitors, smtp } = this.#world;
    for (let turn = 0; this.#goesOn; turn++) {
      const visitor = visitors[turn % visitors.length];
      if (!visitor) return;
      const { email, password } = visitor;
      const before = smtp.received.length;
      await this.#insist('sign-in', 'POST', '/auth/login', { email, password });
      const mails = smtp.received.slice(before).filter(({ to }) => to.includes(email));
      const otp = mails.at(-1)?.mail.text?.match(/\b\d{6}\b/)?.[0];
      const answer =
        otp === undefined
          ? null
          : await this.#insist('sign-in', 'POST', '/auth/verify-login', { email, otp, purpose: 'login' });
      if (answer?.ok) this.acknowledged.tokens.push(readToken(await answer.json()));
      await pause(400);
    }
  }

  async #listen({ token }: Caller): Promise<void> {
    const heard: number[] = [];
    this.heard.push(heard);
    let brokenAt: number | null = null;
    while (this.#goesOn) {
      try {
        const headers = { authorization: `Bearer ${token}` };
        const answer = await fetch(`${this.#world.url}/api/live`, { headers, signal: this.#over.signal });
        if (!answer.ok) throw new Error(`live updates answered ${answer.status}`);
        for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
          if (brokenAt !== null) this.reopened.push({ at: brokenAt, after: this.now - brokenAt });
          brokenAt = null;
          if (text.includes('data: ')) heard.push(this.now);
        }
      } catch {
        // A stream that broke is opened again, as a browser does.
      }
      brokenAt ??= this.now;
      if (this.#goesOn) await pause(AGAIN_AFTER_MS);
    }
  }

  /** Makes a call again and again until it is answered, and notes each try. */
  async #insist(kind: string, method: string, path: string, body?: object, token?: string): Promise<Response | null> {
    while (this.#goesOn) {
      const begunAt = this.now;
      const answer = await this.#ask(method, path, body, token).catch(() => null);
      const outcome = answer === null ? 'broken' : answer.status >= 500 ? 'refused' : 'done';
      this.calls.push({ kind, begunAt, endedAt: this.now, outcome });
      if (outcome === 'done') return answer;
      await pause(AGAIN_AFTER_MS);
    }
    return null;
  }

  async #ask(method: string, path: string, body?: object, token?: string): Promise<Response> {
    const answer = await fetch(`${this.#world.url}/api${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    // An answer counts when all of it is there.
    return new Response(await answer.arrayBuffer(), { status: answer.status });
  }
}

function readToken(answer: unknown): string {
  const { data } = answer as { data: { token: string } };
  return data.token;
}
