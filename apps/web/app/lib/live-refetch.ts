import { LIVE_KINDS, type LiveKind } from '@anupalan/contract/live';
import { focusManager, type InvalidateOptions, type Query, type QueryClient } from '@tanstack/react-query';
import type { LiveNews } from './live-connection.ts';

/** What one change announces in several pieces is asked for once. */
const GATHER_MS = 150;

/** The first parts of the keys of the queries that each kind of change makes stale. */
export type QueriesByKind = Readonly<Record<LiveKind, readonly string[]>>;

/**
 * Asks again for what changed. A tab that isn't looked at only takes note, and asks when it is. Never in the middle of a
 * change of its own, whose outcome is already shown and older answers must not take back.
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
    // What is on its way was asked for after listening began, or nearly so.
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

  /** One at a time, so that changes that come faster than answers don't call each answer off. */
  async #ask(): Promise<void> {
    this.#timer = undefined;
    if (this.#client.isMutating() > 0) return;
    const kinds = [...this.#changed];
    this.#changed.clear();
    this.#asking = true;
    // A first answer on its way is waited for and not asked for anew.
    const wasLoading =
      this.#client.isFetching({ predicate: (query) => isFirst(query) && this.#isOf(kinds, query) }) > 0;
    await this.#invalidate(kinds);
    this.#asking = false;
    // A change of this tab's own that began meanwhile has called it off.
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
