import { startServer } from '../bench-server.ts';
import { type BenchPostgres, type Figure, measure, type Turn } from '../figure.ts';
import { everyday, seedViewers } from './everyday.ts';
import { Loader, type Outcome } from './open-loop.ts';

/** Connections of a closed loop, from which the one with the best throughput is taken. */
const CONNECTIONS = [4, 8, 16, 32];
/** Connections that are open before the load: more than the server works on calls. */
const KEPT = 300;

const TURNS = 6;
const MS = 4_000;
/** A call waits about a second in a room that is full: so long it takes until the load is what it stays. */
const SETTLE_MS = 1_500;

interface Load {
  readonly offered: number;
  readonly served: number;
  readonly outcome: Outcome;
}

/**
 * Measures what is left of the best throughput at twice the load that saturates the server: the best is that of a
 * closed loop, whose callers wait for their answers; then as many again are asked for every second, whether or not
 * answers come. Both in turns, so that a server that doesn't recover shows in the next turn.
 */
export async function measureOverload(postgres: BenchPostgres): Promise<Figure[]> {
  const viewers = await seedViewers(postgres.database);
  const env = { DATABASE_URL: postgres.databaseUrl, LOG_LEVEL: 'info' };
  await using server = await startServer('../apps/server/src/main.ts', env);
  const next = await everyday(postgres.database, viewers);
  const loader = new Loader(server.port);
  await loader.connect(KEPT);

  const closed = async (connections: number, ms: number): Promise<Load> => {
    const outcome = await loader.closedLoop(next, { connections, ms });
    const served = (outcome.inTime * 1_000) / ms;
    return { offered: served, served, outcome };
  };
  const open = async (rate: number): Promise<Load> => {
    const outcome = await loader.openLoop(next, { rate, ms: MS, settleMs: SETTLE_MS });
    return { offered: rate, served: (outcome.inTime * 1_000) / MS, outcome };
  };

  await closed(8, MS);
  let connections = 0;
  let most = 0;
  for (const tried of CONNECTIONS) {
    const { served } = await closed(tried, MS / 4);
    if (served > most) connections = tried;
    most = Math.max(most, served);
  }
  const turns: Turn<Load>[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const floor = await closed(connections, MS);
    const target = await open(floor.served * 2);
    turns.push({ target, floor });
    for (const { outcome } of [target, floor]) {
      if (outcome.failed > 0) console.error('failures that are no refusals:', Object.fromEntries(outcome.failures));
    }
  }
  loader.close();
  const less = { more: false };
  return [
    {
      target:
        "twice the load that saturates the server, of an everyday mix (40 viewers' lists of 150 items, 304s, writes)",
      floor: `the load that it answers best (${connections} connections that wait for their answers)`,
      measures: [
        measure('requests a second', turns, ({ offered }) => offered, { more: true }),
        measure('answers a second', turns, ({ served }) => served, { more: true }),
        measure('per cent refused with 503', turns, ({ outcome }) => share(outcome, outcome.refused), less),
        measure('503 without Retry-After', turns, ({ outcome }) => outcome.refusedWithoutTime, less),
        measure('per cent that failed otherwise', turns, ({ outcome }) => share(outcome, outcome.failed), less),
        measure('ms of an answer, half within', turns, ({ outcome }) => outcome.quantile(0.5), less),
        measure('ms of an answer, 99 of 100 within', turns, ({ outcome }) => outcome.quantile(0.99), less),
      ],
    },
  ];
}

function share({ served, refused, failed }: Outcome, part: number): number {
  return (100 * part) / (served.length + refused + failed);
}
