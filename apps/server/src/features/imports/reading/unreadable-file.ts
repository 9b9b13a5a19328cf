/** A file that can't be read, in words for who sent it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
