/** Resolves to null after a time in ms: the other side of a race with what may take too long. */
export function pause(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}
