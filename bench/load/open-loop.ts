import { Agent, request } from 'node:http';

/** Milliseconds after which whoever still waits for an answer gives up. */
const PATIENCE_MS = 15_000;

/** One request of a load. */
export interface Ask {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Hears of the answer, once it is whole. */
  readonly answered?: (status: number, etag: string | undefined) => void;
  /** Milliseconds after which whoever asks goes away. */
  readonly leavesAfterMs?: number;
}

/** What became of the requests of a load. */
export class Outcome {
  /** Milliseconds of each answer that was served, from the moment it was due to be asked for to its last byte. */
  readonly served: number[] = [];
  /** Answers that were served while the load lasted: none of those that it began with, and nothing of its backlog. */
  inTime = 0;
  refused = 0;
  /** Refusals without `Retry-After`. */
  refusedWithoutTime = 0;
  /** What is neither: other statuses, and connections that broke, by their name. */
  readonly failures = new Map<string, number>();
  /** Requests that were given up by who asked. */
  left = 0;

  readonly #from: number;
  readonly #until: number;

  /** The moments between which an answer is in time. */
  constructor(from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY) {
    this.#from = from;
    this.#until = until;
  }

  /** Notes an answer that was due at a moment. */
  serve(due: number): void {
    const now = performance.now();
    this.served.push(now - due);
    if (now > this.#from && now <= this.#until) this.inTime++;
  }

  /** Milliseconds within which so large a part of the served answers came. */
  quantile(part: number): number {
    const sorted = this.served.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  }

  get failed(): number {
    return [...this.failures.values()].reduce((sum, count) => sum + count, 0);
  }

  /** All of it in one line. */
  describe(): object {
    const ms = { half: this.quantile(0.5).toFixed(1), most: this.quantile(0.99).toFixed(1) };
    return { served: this.served.length, ms, refused: this.refused, ...Object.fromEntries(this.failures) };
  }

  fail(name: string): void {
    this.failures.set(name, (this.failures.get(name) ?? 0) + 1);
  }
}

/** Loads a server on one port over connections that are kept. */
export class Loader {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 2_000 });

  constructor(port: number) {
    this.#port = port;
  }

  close(): void {
    this.#agent.destroy();
  }

  /**
   * Opens connections, as a proxy keeps them: a busy process takes one new connection in each round of its loop, so that
   * those of a sudden load would wait before anybody could refuse them.
   */
  async connect(connections: number): Promise<void> {
    const next = () => ({ method: 'GET', path: '/api/health/live', headers: {} });
    await Promise.all(Array.from({ length: connections }, () => this.#ask(next(), performance.now(), new Outcome())));
  }

  /** Asks for so long, on so many connections, each of which asks anew as soon as it has its answer. */
  async closedLoop(next: () => Ask, { connections, ms }: { connections: number; ms: number }): Promise<Outcome> {
    const began = performance.now();
    const outcome = new Outcome(began, began + ms);
    const keepAsking = async () => {
      while (performance.now() - began < ms) await this.#ask(next(), performance.now(), outcome);
    };
    await Promise.all(Array.from({ length: connections }, keepAsking));
    return outcome;
  }

  /**
   * Asks so many times a second, evenly, whether or not answers come: a server that is slow isn't asked any less, and
   * what waits before it is sent counts. Resolves when the last answer is there. Before the load counts, it is there for
   * `settleMs`, in which a backlog comes about: from then on as much is answered as is let in.
   */
  async openLoop(
    next: () => Ask,
    { rate, ms, settleMs = 0 }: { rate: number; ms: number; settleMs?: number },
  ): Promise<Outcome> {
    const asked: Promise<void>[] = [];
    const began = performance.now();
    const until = began + settleMs + ms;
    const outcome = new Outcome(began + settleMs, until);
    for (let due = began; due < until; due = began + (asked.length * 1_000) / rate) {
      const early = due - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      asked.push(this.#ask(next(), due, outcome));
    }
    await Promise.all(asked);
    return outcome;
  }

  #ask({ body, headers, answered, leavesAfterMs, ...where }: Ask, due: number, outcome: Outcome): Promise<void> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent =
      text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
    return new Promise((resolve) => {
      let gone = false;
      const options = { host: '127.0.0.1', port: this.#port, agent: this.#agent, ...where };
      const asking = request({ ...options, headers: { ...headers, ...sent } }, (response) => {
        response.resume();
        response.on('error', () => {});
        response.on('end', () => {
          const { statusCode: status = 0, headers: got } = response;
          if (status < 400) outcome.serve(due);
          else if (status === 503) outcome.refused++;
          else outcome.fail(`status ${status}`);
          if (status === 503 && got['retry-after'] === undefined) outcome.refusedWithoutTime++;
          answered?.(status, got.etag);
        });
      });
      asking.on('error', (error) => {
        if (!gone) outcome.fail(error.message);
      });
      asking.on('close', () => {
        clearTimeout(patience);
        resolve();
      });
      const patience = setTimeout(() => {
        gone = true;
        if (leavesAfterMs === undefined) outcome.fail('no answer in time');
        else outcome.left++;
        asking.destroy();
      }, leavesAfterMs ?? PATIENCE_MS);
      asking.end(text);
    });
  }
}
