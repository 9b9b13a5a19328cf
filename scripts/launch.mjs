import { endTogether } from './processes.mjs';
import { Failure, requireLibraries, requireNode } from './runtime.mjs';

/**
 * The frame of every command: runs the work and ends with the exit code it answers.
 * @param {() => Promise<number>} work
 */
export async function launch(work) {
  try {
    requireNode();
    requireLibraries();
    endTogether();
    process.exitCode = await work();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}
