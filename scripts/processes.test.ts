import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const REPORT = `import('./scripts/processes.mjs').then(async ({ runNode }) => {
  const where = "console.log(require('node:module').getCompileCacheDir())";
  console.log((await runNode(['-e', where], { quiet: true })).output);
});`;

test('what Node.js compiled is kept for the next start', () => {
  const cwd = path.join(import.meta.dirname, '..');
  const { stdout } = spawnSync(process.execPath, ['-e', REPORT], { cwd, encoding: 'utf8' });
  expect(stdout).toMatch(/^\//);
});

test('installation and build, and whatever they run, see none of the secrets', () => {
  const secrets = { SMTP_URL: 'smtp://user:hunter2@mail', DATABASE_URL_FILE: '/hunter2', ADMIN_PASSWORD: 'hunter2' };
  const environment = "console.log(require('node:child_process').execFileSync('env').toString())";
  const show = `import('./scripts/processes.mjs').then(async ({ run, runNode, runServer }) => {
    const args = ['-e', ${JSON.stringify(environment)}];
    console.log((await run(process.execPath, args, { quiet: true })).output);
    console.log((await runNode(args, { quiet: true })).output);
    console.log('the server:');
    await runServer(args);
  });`;
  const cwd = path.join(import.meta.dirname, '..');
  const env = { ...process.env, ...secrets, SUPPORT_EMAIL: 'help@example.in' };
  const { stdout } = spawnSync(process.execPath, ['-e', show], { cwd, env, encoding: 'utf8' });
  const [tools = '', server] = stdout.split('the server:');
  expect(tools.match(/SUPPORT_EMAIL=help@example\.in/g)).toHaveLength(2);
  expect(tools).not.toContain('hunter2');
  for (const [name, value] of Object.entries(secrets)) expect(server).toContain(`${name}=${value}`);
});
