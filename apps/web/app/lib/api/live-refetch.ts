import { LIVE_KINDS, type LiveKind } from '@anupalan/contract/live';
import { focusManager, type InvalidateOptions, type Query, type QueryClient } from '@tanstack/react-query';
import type { LiveNews } from './live-connection.ts';

/** Time in ms to gather the several events of one change into one reload. */
const GATHER_MS = 150;

/** First parts of the query keys that each kind of change makes stale. */
export type QueriesByKind = Readonly<Record<LiveKind, readonly string[]>>;

/**
 * Reloads what changed on the server (R-api-17). A hidden tab only marks it stale and reloads once it is looked at.
 * While a change of the tab's own is on its way nothing is reloaded, as older answers would undo what it already shows.
 */
export class LiveRefetch {
  readonly #client: QueryClient;
  readonly #queries: QueriesByKind;
  readonly #changed = new Set<LiveKind>();
  readonly #leave: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = false;
  #closed = false;

  constructor(client: QueryClient, queries: QueriesByKind) {
    this.#client = client;
    this.#queries = queries;
    this.#leave = client.getMutationCache().subscribe(() => this.#askSoon());
  }

  hear(news: LiveNews): void {
    if (news.type === 'changed') this.#gather([news.kind]);
    else if (news.type === 'lost') this.#invalidate(LIVE_KINDS, { refetchType: 'none' });
    else if (this.#client.isMutating() > 0) this.#gather(LIVE_KINDS);
    // Queries in flight began after listening did, or nearly so, and are not repeated.
    else this.#invalidate(LIVE_KINDS, {}, { cancelRefetch: false });
  }

  close(): void {
    this.#closed = true;
    this.#leave();
    clearTimeout(this.#timer);
  }

  #gather(kinds: Iterable<LiveKind>): void {
    for (const kind of kinds) this.#changed.add(kind);
    this.#askSoon();
  }

  #askSoon(): void {
    const mayAsk = !this.#closed && !this.#asking && this.#timer === undefined && this.#client.isMutating() === 0;
    if (mayAsk && this.#changed.size > 0) this.#timer = setTimeout(() => this.#ask(), GATHER_MS);
  }

  /** One reload at a time, else changes that come faster than answers would cancel each one. */
  async #ask(): Promise<void> {
    this.#timer = undefined;
    if (this.#client.isMutating() > 0) return;
    const kinds = [...this.#changed];
    this.#changed.clear();
    this.#asking = true;
    // First loads in flight are waited for instead of repeated.
    const wasLoading =
      this.#client.isFetching({ predicate: (query) => isFirst(query) && this.#isOf(kinds, query) }) > 0;
    await this.#invalidate(kinds);
    this.#asking = false;
    // A change of the tab's own that began meanwhile has cancelled the reload.
    if (wasLoading || this.#client.isMutating() > 0) this.#gather(kinds);
    this.#askSoon();
  }

  #invalidate(
    kinds: readonly LiveKind[],
    { refetchType = focusManager.isFocused() ? 'active' : 'none' }: { refetchType?: 'active' | 'none' } = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const predicate = (query: Query) => this.#isOf(kinds, query);
    return this.#client.invalidateQueries({ predicate, refetchType }, options);
  }

  #isOf(kinds: readonly LiveKind[], { queryKey: [first] }: Query): boolean {
    return kinds.some((kind) => this.#queries[kind].some((name) => name === first));
  }
}

function isFirst({ state }: Query): boolean {
  return state.data === undefined;
}
