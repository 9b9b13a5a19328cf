import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { ARGON2, type Hashing } from './hashing.ts';

/*
 * The thread that hashes what is secret. Calls that wait for nothing but a processor go before it: on Linux a priority
 * is that of the thread, elsewhere it would be that of the server.
 */
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on('message', ({ secret, hashed }: Hashing) => {
  parentPort?.postMessage(hashed === undefined ? hashSync(secret, ARGON2) : verifySync(hashed, secret));
});
