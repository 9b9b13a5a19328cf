import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCalls, nameCall } from '../../trials/list-calls.ts';
import { findBreaks, type Promises, readPromises, writePromises } from './find-breaks.ts';
import { listPromises } from './list-promises.ts';

/*
 * Writes docs/api/promises.txt anew, unless that would break a program: then it names what would break and ends with
 * code 1. A break on purpose is first written into docs/api/breaks.txt, with its day and reason (docs/api-changes.md).
 */

const FOLDER = join(import.meta.dirname, '../../docs/api');
const PROMISES = join(FOLDER, 'promises.txt');

/** Promises of the present contract. */
export async function readPresent(): Promise<Promises> {
  return new Map((await listCalls()).map((call) => [nameCall(call), listPromises(call)]));
}

/** Promises of the last version that landed. */
export function readLanded(): Promises {
  return readPromises(existsSync(PROMISES) ? readFileSync(PROMISES, 'utf8') : '');
}

if (import.meta.main) {
  const onPurpose = readFileSync(join(FOLDER, 'breaks.txt'), 'utf8').split('\n');
  const present = await readPresent();
  const breaks = findBreaks(readLanded(), present).filter((line) => !onPurpose.includes(line));
  if (breaks.length > 0) {
    process.stderr.write(`${breaks.join('\n')}\n\nThese changes break programs: see docs/api-changes.md\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(PROMISES, writePromises(present));
  }
}
