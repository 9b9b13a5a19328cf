import { ApiError } from '../../../lib/api/api.ts';

/** A file on its way, with what became of it. `Done` is what the server answered. */
export type Upload<About, Done> = { readonly key: string; readonly file: File; readonly about: About } & Progress<Done>;

type Progress<Done> =
  | { readonly state: 'queued' }
  /** `percent` sent, from 0 to 100; the server's part comes after that. */
  | { readonly state: 'sending'; readonly percent: number }
  /** The connection broke; it is sent again by itself. */
  | { readonly state: 'interrupted' }
  /** `canRetry`: not for what is wrong with the file itself. */
  | { readonly state: 'failed'; readonly message: string; readonly canRetry: boolean }
  | { readonly state: 'done'; readonly answer: Done };

interface Sending {
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
}

interface Options<About, Done> {
  /** Sends a file; it throws an `ApiError` when it can't. */
  readonly send: (file: File, about: About, sending: Sending) => Promise<Done>;
  /** What is wrong with a file before anything is sent; null when nothing is. */
  readonly judge: (file: File) => string | null;
  /** Called with each answer, once its upload counts as done. */
  readonly onDone?: (answer: Done) => void;
  /** Whether an upload stays in the list once it is done; all do unless said otherwise. */
  readonly keeps?: (answer: Done) => boolean;
}

/** Files that are sent at once; more of them would make each slower. */
const AT_ONCE = 2;

/** Pauses (ms) before a file is sent again after the connection broke; after the last it waits for its sender. */
const PAUSES = [1000, 4000, 15_000];

/** Time (ms) without progress after which a connection counts as broken, as some networks say nothing when they go. */
const STALLED = 60_000;

/** Statuses that say nothing about the file: no connection, or a server or proxy that is away for the moment. */
const PASSING: readonly number[] = [0, 502, 503, 504];

/** Reason of an upload that was cut because it stood still. */
const STILL = new ApiError(0, 'The connection was lost');

/**
 * Files on their way to the server, two at once, for `useSyncExternalStore`. One that breaks off is sent again from its
 * beginning: by itself a few times, at once when the browser is back online, and then whenever its sender says so (R-evidence-16).
 */
export class UploadQueue<About, Done> {
  readonly #options: Options<About, Done>;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<string, AbortController>();
  readonly #pauses = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #tries = new Map<string, number>();
  #uploads: readonly Upload<About, Done>[] = [];

  constructor(options: Options<About, Done>) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) window.addEventListener('online', this.#sendInterrupted);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) window.removeEventListener('online', this.#sendInterrupted);
    };
  };

  readonly list = (): readonly Upload<About, Done>[] => this.#uploads;

  add(files: readonly File[], about: About): void {
    const added = files.map((file): Upload<About, Done> => {
      const message = this.#options.judge(file);
      const upload = { key: crypto.randomUUID(), file, about };
      return message === null
        ? { ...upload, state: 'queued' }
        : { ...upload, state: 'failed', message, canRetry: false };
    });
    this.#show([...this.#uploads, ...added]);
    this.#sendNext();
  }

  /** Sends a file again that failed. */
  retry(key: string): void {
    this.#tries.delete(key);
    this.#change(key, { state: 'queued' });
    this.#sendNext();
  }

  /** Takes a file away; if it is on its way, that ends. */
  remove(key: string): void {
    this.#forget(key);
    this.#show(this.#uploads.filter((upload) => upload.key !== key));
    this.#sendNext();
  }

  /** Takes all files away. */
  clear(): void {
    for (const { key } of this.#uploads) this.#forget(key);
    this.#show([]);
  }

  #forget(key: string): void {
    this.#running.get(key)?.abort();
    this.#running.delete(key);
    clearTimeout(this.#pauses.get(key));
    this.#pauses.delete(key);
    this.#tries.delete(key);
  }

  readonly #sendInterrupted = (): void => {
    for (const { key, state } of this.#uploads) {
      if (state !== 'interrupted') continue;
      clearTimeout(this.#pauses.get(key));
      this.#change(key, { state: 'queued' });
    }
    this.#sendNext();
  };

  #sendNext(): void {
    for (const upload of this.#uploads) {
      if (this.#running.size >= AT_ONCE) return;
      if (upload.state === 'queued') void this.#send(upload);
    }
  }

  async #send({ key, file, about }: Upload<About, Done>): Promise<void> {
    const controller = new AbortController();
    this.#running.set(key, controller);
    const { signal } = controller;
    const cut = () => controller.abort(STILL);
    let standing = setTimeout(cut, STALLED);
    const onProgress = (percent: number) => {
      clearTimeout(standing);
      if (signal.aborted) return;
      standing = setTimeout(cut, STALLED);
      this.#change(key, { state: 'sending', percent });
    };
    this.#change(key, { state: 'sending', percent: 0 });
    try {
      const answer = await this.#options.send(file, about, { onProgress, signal });
      if (this.#running.get(key) !== controller) return; // taken away meanwhile
      if (this.#options.keeps?.(answer) ?? true) this.#change(key, { state: 'done', answer });
      else this.#show(this.#uploads.filter((upload) => upload.key !== key));
      this.#options.onDone?.(answer);
    } catch (error) {
      if (this.#running.get(key) === controller) this.#fail(key, error);
    } finally {
      clearTimeout(standing);
      if (this.#running.get(key) === controller) this.#running.delete(key);
      this.#sendNext();
    }
  }

  #fail(key: string, error: unknown): void {
    const { status, message } = error instanceof ApiError ? error : new ApiError(0, String(error));
    const canRetry = PASSING.includes(status);
    const tries = this.#tries.get(key) ?? 0;
    const pause = canRetry ? PAUSES[tries] : undefined;
    if (pause === undefined) {
      this.#change(key, { state: 'failed', message, canRetry });
      return;
    }
    this.#tries.set(key, tries + 1);
    this.#change(key, { state: 'interrupted' });
    const again = () => {
      this.#change(key, { state: 'queued' });
      this.#sendNext();
    };
    this.#pauses.set(key, setTimeout(again, pause));
  }

  #change(key: string, progress: Progress<Done>): void {
    this.#show(
      this.#uploads.map((upload) => {
        const { file, about } = upload;
        return upload.key === key ? { key, file, about, ...progress } : upload;
      }),
    );
  }

  #show(uploads: readonly Upload<About, Done>[]): void {
    this.#uploads = uploads;
    for (const listener of this.#listeners) listener();
  }
}
