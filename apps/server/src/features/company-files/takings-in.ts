import { AppError } from '../../platform/errors/errors.ts';

/** Companies that come into an instance at a time: each lies in the store and on the disk while it does. */
const MOST = 4;

/** Counts the companies that come in at a time: one of each person, and a few in all (R-company-files-6). */
export class TakingsIn {
  readonly #people = new Set<string>();

  /** @returns what says that it is over. @throws AppError too-many, unavailable */
  begin(userId: string): () => void {
    if (this.#people.has(userId)) throw busy('too-many', 'A company of yours is on its way already');
    if (this.#people.size >= MOST) throw busy('unavailable', 'Several companies are being brought in');
    this.#people.add(userId);
    return () => this.#people.delete(userId);
  }
}

function busy(code: 'too-many' | 'unavailable', reason: string): AppError {
  return new AppError(code, `${reason}. Please try again in some minutes.`, { retryAfter: 60 });
}
