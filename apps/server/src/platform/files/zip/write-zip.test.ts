import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { safeName, UniquePaths } from './safe-names.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

const AT = new Date('2026-11-23T09:00:00Z');

async function* list(entries: Iterable<ZipEntry>) {
  yield* entries;
}

async function* bytesOf(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

test('many entries are read back by another program, and leave nobody listening', async () => {
  const warned = vi.spyOn(process, 'emitWarning');
  const entries = Array.from({ length: 30 }, (_, n) => ({
    path: `evidence/चालान ${n}.txt`,
    bytes: bytesOf('a', `${n}`),
  }));
  const files = unzipSync(new Uint8Array(await buffer(writeZip(list(entries), AT))));
  expect(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)])).toEqual(
    entries.map(({ path }, n) => [path, `a${n}`]),
  );
  expect(warned).not.toHaveBeenCalled();
});

test('what is packed already is copied, and all else deflated, whatever comes first', async () => {
  const text = 'the same '.repeat(20_000);
  const names = ['a.txt', 'b.PDF', 'c.txt', 'd.jpeg', 'e.jsonl'];
  const bytes = await buffer(writeZip(list(names.map((path) => ({ path, bytes: bytesOf(text) }))), AT));
  expect(bytes.length).toBeGreaterThan(2 * text.length);
  expect(bytes.length).toBeLessThan(2.1 * text.length);
  const files = unzipSync(new Uint8Array(bytes));
  expect(Object.values(files).map((file) => strFromU8(file) === text)).toEqual(names.map(() => true));
});

test('what an entry fails with is what reading fails with, and the entries end', async () => {
  let ended = false;
  async function* entries() {
    try {
      yield { path: 'first', bytes: bytesOf('1') };
      yield {
        path: 'second',
        bytes: (async function* () {
          yield Buffer.from('2');
          throw new Error('the store went away');
        })(),
      };
    } finally {
      ended = true;
    }
  }
  await expect(buffer(writeZip(entries(), AT))).rejects.toThrow('the store went away');
  expect(ended).toBe(true);
});

test('a reader that leaves ends the entries', async () => {
  let ended = false;
  async function* entries() {
    try {
      for (;;) yield { path: crypto.randomUUID(), bytes: bytesOf(crypto.randomUUID().repeat(1_000)) };
    } finally {
      ended = true;
    }
  }
  for await (const bytes of writeZip(entries(), AT)) if (bytes.length > 0) break;
  await expect.poll(() => ended).toBe(true);
});

test.each([
  ['challan.pdf', 'challan.pdf'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['a\u202efdp.exe', 'a_fdp.exe'],
  ['CON.pdf', '_CON.pdf'],
  ['nul', '_nul'],
  ['. . ', '_'],
  ['', '_'],
  ['a<b>:"c|?*\u0000.pdf', 'a_b___c____.pdf'],
  ['क्\u200dष.pdf', 'क्\u200dष.pdf'],
  [`${'x'.repeat(200)}.pdf`, `${'x'.repeat(76)}.pdf`],
])('the name %j is %j in an archive', (given, safe) => {
  expect(safeName(given)).toBe(safe);
});

test('two files of a folder never share a path, whatever their capitals', () => {
  const paths = new UniquePaths();
  expect(['a.pdf', 'A.PDF', 'a.pdf', 'b'].map((name) => paths.take('x', name))).toEqual([
    'x/a.pdf',
    'x/A (2).PDF',
    'x/a (3).pdf',
    'x/b',
  ]);
});
