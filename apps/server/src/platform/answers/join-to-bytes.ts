/**
 * The bytes of texts with commas between them, each written once into its place: as one text first, a large answer
 * would be copied three times.
 */
export function joinToBytes({
  before,
  members,
  after,
}: {
  before: string;
  members: readonly string[];
  after: string;
}): Buffer {
  const texts = [before, ...members.flatMap((member, n) => (n === 0 ? [member] : [',', member])), after];
  const bytes = Buffer.allocUnsafeSlow(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let written = 0;
  for (const text of texts) written += bytes.write(text, written);
  return bytes;
}
