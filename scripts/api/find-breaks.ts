/** The lines of each call, by the call's own line. */
export type Promises = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Finds what breaks programs that were written for the calls as they were: a line that has gone, a key that a request
 * now needs, and a key of an answer that may now be absent or of another type. New calls, keys and values break nothing.
 * @returns a line each, which begins with the call
 */
export function findBreaks(before: Promises, after: Promises): string[] {
  return [...before].flatMap(([call, lines]) => {
    const present = after.get(call);
    if (!present) return [`${call}: the call has gone`];
    const gone = [...lines].filter((line) => !present.has(line) && !isLoosened(line));
    const added = [...present].filter((line) => !lines.has(line) && isTightened(line, lines));
    return [...gone.map((line) => `${call}: "${line}" has gone`), ...added.map((line) => `${call}: "${line}" is new`)];
  });
}

/** Whether a program gains by the end of a line. */
function isLoosened(line: string): boolean {
  return / (is required|may be left out)$/.test(line);
}

function isTightened(line: string, before: ReadonlySet<string>): boolean {
  const isRequest = line.startsWith('<');
  if (isRequest) return line.endsWith(' is required');
  const [key = ''] = line.split(/: | may be left out$/);
  return [...before].some((known) => known.startsWith(`${key}: `));
}

/** Writes promises as a file has them: a call, then its lines, each indented. */
export function writePromises(promises: Promises): string {
  const blocks = [...promises].map(([call, lines]) => [call, ...lines].join('\n  '));
  return `${blocks.join('\n')}\n`;
}

export function readPromises(text: string): Promises {
  const blocks = text.split(/\n(?! )/).filter((block) => block !== '');
  return new Map(
    blocks.map((block) => {
      const [call = '', ...lines] = block.split('\n');
      return [call, new Set(lines.map((line) => line.slice(2)))];
    }),
  );
}
