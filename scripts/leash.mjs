import { spawn } from 'node:child_process';

/*
 * Runs a program for the script that started this, in a process group of its own: signals go to the whole group, and so
 * does the end of that script, which no installer, build or test runner would notice.
 */

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { detached: true, stdio: 'inherit' });
child.once('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.once('exit', (code, signal) => {
  if (signal) process.kill(process.pid, signal);
  process.exit(code ?? 1);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signalGroup(signal));
process.once('disconnect', () => signalGroup('SIGTERM'));

function signalGroup(signal) {
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
