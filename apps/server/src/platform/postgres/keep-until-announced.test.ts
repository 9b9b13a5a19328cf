import { expect, test } from 'vitest';
import { keepUntilAnnounced } from './keep-until-announced.ts';

/** A value that is read when the test says so, and a listener that hears what the test announces. */
function setUp() {
  let announce = () => {};
  const reads: PromiseWithResolvers<string>[] = [];
  const listener = {
    subscribe(_channel: string, heard: (payload: string | null) => void) {
      announce = () => heard('');
      return () => {};
    },
  };
  const read = keepUntilAnnounced(listener, 'catalogue', () => {
    const reading = Promise.withResolvers<string>();
    reads.push(reading);
    return reading.promise;
  });
  return { read, reads, announce: () => announce() };
}

test('calls at the same time share one read, and later ones its value', async () => {
  const { read, reads } = setUp();
  const both = Promise.all([read(), read()]);
  reads[0]?.resolve('first');
  expect(await both).toEqual(['first', 'first']);
  expect(await read()).toBe('first');
  expect(reads).toHaveLength(1);
});

test('an announcement makes the next call read anew', async () => {
  const { read, reads, announce } = setUp();
  const first = read();
  reads[0]?.resolve('first');
  await first;
  announce();
  const second = read();
  reads[1]?.resolve('second');
  expect(await second).toBe('second');
});

test('a read that began before the announcement is not kept, even when it ends after the next one', async () => {
  const { read, reads, announce } = setUp();
  const before = read();
  announce();
  const after = read();
  reads[1]?.resolve('new');
  reads[0]?.resolve('old');
  expect(await before).toBe('old');
  expect(await after).toBe('new');
  expect(await read()).toBe('new');
});

test('a failure reaches who waited for it and is not kept', async () => {
  const { read, reads, announce } = setUp();
  const stale = read();
  announce();
  const failing = read();
  reads[1]?.reject(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  const again = read();
  reads[0]?.reject(new Error('away too'));
  await expect(stale).rejects.toThrow('away too');
  reads[2]?.resolve('back');
  expect(await again).toBe('back');
  expect(await read()).toBe('back');
});
