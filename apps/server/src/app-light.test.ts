import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Imports the whole server in a process of its own, and lists the packages that this loaded. */
const LIST_LOADED = `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({
    load(url, context, next) {
      packages.add(/.*node_modules\\/((@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
      return next(url, context);
    },
  });
  await import('./app.ts');
  await import('./compose.ts');
  console.log([...packages].join('\\n'));`;

/** What few calls need, and traces, which most installations don't have. */
const LATE = [
  ...['pdfkit', 'fontkit', 'harfbuzzjs', 'hucre', '@modelcontextprotocol/server', '@simplewebauthn/server'],
  ...['@scalar/fastify-api-reference', '@aws-sdk/client-s3', '@fastify/otel'],
];

test('the modules of a server bring none of the libraries that few calls need', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', LIST_LOADED], {
    cwd: import.meta.dirname,
    maxBuffer: 10_000_000,
  });
  const loaded = stdout.trim().split('\n');
  expect(loaded).toEqual(expect.arrayContaining(['fastify', 'kysely', 'nodemailer']));
  // Of tracing the interfaces alone are there: they come with prom-client.
  expect(loaded.filter((name) => LATE.includes(name) || /^@opentelemetry\/(?!api$)/.test(name))).toEqual([]);
});
