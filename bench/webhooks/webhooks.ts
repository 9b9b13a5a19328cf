import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { makeCertificate } from '../../apps/server/src/platform/outbound/certificate.fixture.ts';
import type { BenchPostgres, Figure } from '../figure.ts';
import { measure, type Turn } from '../figure.ts';

/** Companies with a webhook each, and the calls that wait for each at first: of an import, say. */
const WEBHOOKS = 200;
const CALLS = 10;
const TURNS = 3;

const Outcome = z.object({ ms: z.number(), cpuMs: z.number() });

interface Used {
  readonly instanceMs: number;
  readonly postgresMs: number;
  readonly perSecond: number;
}

/**
 * Measures what it costs to call the webhooks of 200 companies, ten times each: claimed, signed, made by https with a new
 * connection, and noted. The floor is the client alone, making as many calls. The addresses answer at once, in this process.
 */
export async function measureWebhooks(postgres: BenchPostgres): Promise<Figure[]> {
  const { cert, key } = makeCertificate('hooks.example.com');
  let came = 0;
  const server = createServer({ cert, key }, (request, response) => {
    request.resume().on('end', () => {
      came++;
      response.writeHead(204).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const calls = WEBHOOKS * CALLS;
  const run = async (bare: string): Promise<Used> => {
    const [before, postgresBefore] = [came, postgres.readPostgresCpuMs()];
    const { ms, cpuMs } = await runInstance([postgres.databaseUrl, String(port), cert, bare]);
    if (came - before < calls) throw new Error(`${came - before} calls came of ${calls}`);
    return {
      instanceMs: cpuMs / calls,
      postgresMs: (postgres.readPostgresCpuMs() - postgresBefore) / calls,
      perSecond: (calls / ms) * 1_000,
    };
  };
  const turns: Turn<Used>[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    await seed(postgres);
    turns.push({ target: await run(''), floor: await run(String(calls)) });
  }
  server.close();
  return [
    {
      target: `${calls.toLocaleString('en-IN')} calls of ${WEBHOOKS.toLocaleString('en-IN')} webhooks, by one instance`,
      floor: 'as many calls by the client alone',
      measures: [
        measure('CPU ms of the instance, a call', turns, ({ instanceMs }) => instanceMs, { more: false }),
        measure('CPU ms of PostgreSQL, a call', turns, ({ postgresMs }) => postgresMs, { more: false }),
        measure('calls a second', turns, ({ perSecond }) => perSecond, { more: true }),
      ],
    },
  ];
}

async function runInstance(given: readonly string[]) {
  const instance = fork(path.join(import.meta.dirname, 'webhook-instance.ts'), given, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(instance, 'exit').then(() => Promise.reject(new Error('the instance ended')));
  const [outcome] = await Promise.race([once(instance, 'message'), ended]);
  return Outcome.parse(outcome);
}

/** Companies whose webhooks have calls that wait, and nobody in them; the calls of the turn before are gone. */
async function seed({ database }: BenchPostgres): Promise<void> {
  await database.pool.query('delete from webhooks');
  await database.pool.query(
    `with added as (
       insert into workspaces (id, created_at, frozen_from) select uuidv7(), now(), now() + interval '1 year'
       from generate_series(1, $1) returning id)
     insert into webhooks (workspace_id, id, address, events, secret, made_by, due_at)
     select id, uuidv7(), 'https://hooks.example.com/' || id, '{status.recorded}', sha256(id::text::bytea), id, now()
     from added`,
    [WEBHOOKS],
  );
  await database.pool.query(
    `insert into webhook_calls (workspace_id, webhook_id, id, event_key, event, data, happened_at, due_at)
     select workspace_id, id, uuidv7(), 'status/' || n, 'status.recorded', jsonb_build_object('itemId', id), now(), now()
     from webhooks, generate_series(1, $1) n`,
    [CALLS],
  );
  await database.pool.query('vacuum analyze webhooks, webhook_calls');
}
