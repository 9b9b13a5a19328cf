import { installToRun } from './install.mjs';
import { launch } from './launch.mjs';
import { runNode } from './processes.mjs';

/* A command of the server's, by the name of its file: `npm run catalogue`, `backup`, `restore`, `files`, `forget-passkeys`. */

launch(async () => {
  const [name, ...args] = process.argv.slice(2);
  await installToRun();
  const { code } = await runNode([`apps/server/src/${name}.ts`, ...args], { secrets: true });
  return code;
});
