import { createHash } from 'node:crypto';

/** The first byte of what is hashed, so that a leaf is never taken for a node, nor either for a seal (RFC 6962). */
const PREFIX = { leaf: Buffer.of(0), node: Buffer.of(1) };

function sha256(...parts: readonly (Buffer | string)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** The hash of a leaf. */
export function hashLeaf(bytes: Buffer | string): Buffer {
  return sha256(PREFIX.leaf, bytes);
}

/** A Merkle tree as RFC 6962 hashes it: its levels from the leaves to the root. */
export class MerkleTree {
  readonly #levels: (readonly Buffer[])[];

  /** @param leaves the hashes of at least one leaf */
  constructor(leaves: readonly Buffer[]) {
    this.#levels = [leaves];
    for (let level = leaves; level.length > 1; ) {
      level = pair(level);
      this.#levels.push(level);
    }
  }

  get root(): Buffer {
    return this.#levels.at(-1)?.[0] ?? sha256();
  }

  /** The inclusion proof of the leaf at a place: its siblings from the leaf to the root. */
  pathOf(position: number): Buffer[] {
    return this.#levels.slice(0, -1).flatMap((level, height) => {
      const sibling = level[(position >> height) ^ 1];
      return sibling ? [sibling] : [];
    });
  }
}

/** The level above: of an odd number the last one goes up as it is, which is how RFC 6962 splits a tree. */
function pair(level: readonly Buffer[]): Buffer[] {
  const above: Buffer[] = [];
  for (let n = 0; n < level.length; n += 2) {
    const [left, right] = [level[n], level[n + 1]];
    if (left) above.push(right ? sha256(PREFIX.node, left, right) : left);
  }
  return above;
}
