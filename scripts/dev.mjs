import { join } from 'node:path';
import { REACT_ROUTER } from './build-web.mjs';
import { install } from './install.mjs';
import { launch } from './launch.mjs';
import { runNode } from './processes.mjs';
import { ROOT } from './runtime.mjs';

launch(async () => {
  await install();
  const server = runNode(['--watch', 'apps/server/src/main.ts'], { secrets: true });
  const web = runNode([REACT_ROUTER, 'dev'], { cwd: join(ROOT, 'apps/web') });
  const { code } = await Promise.race([server, web]);
  process.kill(process.pid, 'SIGTERM');
  return code;
});
