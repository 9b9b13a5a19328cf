import { AppError } from '../errors/errors.ts';

/** Bytes of memory for forms that are being received or stored, of all uploads together. */
const MOST_HELD_BYTES = 256 * 1024 * 1024;

/** Bytes of them for the forms of one address: two of the largest, and more of the usual. */
const MOST_HELD_BY_ADDRESS = 64 * 1024 * 1024;

let heldBytes = 0;
const heldByAddress = new Map<string, number>();

/** The memory that one upload holds, taken as its bytes arrive (R-api-47). */
export class HeldMemory {
  readonly #address: string;
  #bytes = 0;
  #isReleased = false;

  constructor(address: string) {
    this.#address = address;
  }

  /** @throws AppError too-many when the address holds its share, unavailable when all memory is held. */
  take(bytes: number): void {
    if (this.#isReleased) throw new TypeError('The upload is over');
    const ofAddress = (heldByAddress.get(this.#address) ?? 0) + bytes;
    if (ofAddress > MOST_HELD_BY_ADDRESS) throw full('too-many', 'Many files are being uploaded from your network');
    if (heldBytes + bytes > MOST_HELD_BYTES) throw full('unavailable', 'Many files are being uploaded');
    heldByAddress.set(this.#address, ofAddress);
    this.#bytes += bytes;
    heldBytes += bytes;
  }

  release(): void {
    const left = (heldByAddress.get(this.#address) ?? 0) - this.#bytes;
    if (left > 0) heldByAddress.set(this.#address, left);
    else heldByAddress.delete(this.#address);
    heldBytes -= this.#bytes;
    this.#bytes = 0;
    this.#isReleased = true;
  }
}

function full(code: 'too-many' | 'unavailable', what: string): AppError {
  return new AppError(code, `${what} right now. Please try again shortly.`, { retryAfter: 10 });
}
