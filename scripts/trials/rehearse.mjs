import { install } from '../install.mjs';
import { launch } from '../launch.mjs';
import { runNode } from '../processes.mjs';

/*
 * `npm run rehearse`: several machines on this one, of which one after the other is lost. It needs programs of the
 * machine that the project doesn't bring, so it is no part of `npm test`.
 */

launch(async () => {
  await install();
  const { code } = await runNode(['trials/rehearsal/main.ts', ...process.argv.slice(2)]);
  return code;
});
