import { cp, mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeLibraries, findPostgresBinaries } from './binaries.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anupalan-binaries-'));
  const { postgres } = await findPostgresBinaries();
  await cp(join(dirname(postgres), '../../scripts'), join(folder, 'scripts'), { recursive: true });
  await cp(join(dirname(postgres), '../../package.json'), join(folder, 'package.json'));
  await mkdir(join(folder, 'native/lib'), { recursive: true });
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
});

afterEach(() => rm(folder, { recursive: true }));

test('links that the installation did not make are made', async () => {
  await writeFile(join(folder, 'native/lib/libpq.so.5.18'), '');
  await completeLibraries('a-package', folder);
  expect(await readlink(join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
});

test('a library that is not there is named', async () => {
  await expect(completeLibraries('a-package', folder)).rejects.toThrow(
    /lacks .*libpq\.so\.5: run npm rebuild a-package/,
  );
});
