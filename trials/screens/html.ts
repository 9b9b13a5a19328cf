import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

interface Message {
  readonly type: 'error' | 'info';
  readonly subType?: 'warning' | 'fatal';
  readonly url: string;
  readonly message: string;
  readonly extract?: string;
}

/** What the checker doesn't know yet: its parser of CSS is older than the oldest browsers here. */
const TOO_NEW = /^CSS: .*(@container|container-type|@starting-style|text-box-(trim|edge)|allow-discrete)/;

/** What the library has in its own parts, and what is meant to be so: the heading of a report that is one sheet. */
const LEFT = /not allowed as child of element “button”.*mantine-(Radio|Checkbox)Indicator|“headingoffset”/;

/**
 * Faults that the Nu Html Checker finds in pages, warnings among them.
 * @param jar its program, for Java
 * @param pages HTML by the name of the page
 */
export async function listHtmlFaults(jar: string, pages: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'anupalan-html-'));
  try {
    const names = [...pages.keys()];
    const nameOf = (url: string) => names[Number.parseInt(path.basename(url), 10)];
    const files = names.map((_, index) => path.join(folder, `${index}.html`));
    await Promise.all(files.map((file, index) => writeFile(file, pages.get(names[index] ?? '') ?? '')));
    const options = ['-jar', jar, '--format', 'json', '--exit-zero-always', ...files];
    const { stderr } = await promisify(execFile)('java', options, { maxBuffer: 2 ** 28 });
    const { messages } = JSON.parse(stderr) as { messages: Message[] };
    return messages
      .filter(({ type, subType, message }) => (type === 'error' || subType === 'warning') && !TOO_NEW.test(message))
      .map(({ url, message, extract = '' }) => `${nameOf(url)}: ${message} ${extract}`)
      .filter((fault) => !LEFT.test(fault));
  } finally {
    await rm(folder, { recursive: true });
  }
}
