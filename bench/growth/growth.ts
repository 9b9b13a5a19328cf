import { startServer } from '../bench-server.ts';
import { type Figure, measure, type Turn } from '../figure.ts';
import { CALLS, type GrowthCall } from './calls.ts';
import { type GrownPostgres, startGrown } from './grown-database.ts';
import { printStorage } from './storage.ts';

const FEW = 100;
const TURNS = 5;
const TURN_MS = 600;

/** The cost of a call in one turn: milliseconds, on average. */
interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
}

/** A seeded PostgreSQL with a server on it. */
interface Side {
  readonly postgres: GrownPostgres;
  readonly port: number;
  readCpuMs(): Promise<number>;
}

/**
 * Measures every hot call and job with many companies against the same with a hundred, in turns: what grows has a ratio
 * under 1, and 0.83 is a growth of 1.2.
 */
export async function measureGrowth(options: { companies: number; kept: string | undefined }): Promise<Figure[]> {
  await using cleanUp = new AsyncDisposableStack();
  const few = await open(FEW, options.kept, cleanUp);
  const many = await open(options.companies, options.kept, cleanUp);
  await printStorage(many.postgres);
  const figures: Figure[] = [];
  for (const call of CALLS) {
    const turns: Turn<Cost>[] = [];
    for (let turn = 0; turn <= TURNS; turn++) {
      const floor = await run(few, call);
      const target = await run(many, call);
      if (turn > 0) turns.push({ target, floor });
    }
    const figure = {
      target: `${call.name}, ${options.companies} companies`,
      floor: `the same with ${FEW}`,
      measures: [
        measure('CPU ms a call, server and PostgreSQL', turns, ({ cpuMs }) => cpuMs, { more: false }),
        measure('ms a call', turns, ({ ms }) => ms, { more: false }),
      ],
    };
    figures.push(figure);
    console.error(
      figure.target,
      ...figure.measures.map(({ target, floor }) => `${round(floor)} → ${round(target)} ms`),
    );
  }
  return figures;
}

async function open(companies: number, kept: string | undefined, cleanUp: AsyncDisposableStack): Promise<Side> {
  const postgres = cleanUp.use(await startGrown(companies, kept));
  const env = { DATABASE_URL: postgres.databaseUrl, LOG_LEVEL: 'warn' };
  const server = cleanUp.use(await startServer('../apps/server/src/main.ts', env));
  return { postgres, port: server.port, readCpuMs: server.readCpuMs };
}

/** Makes a call again and again, one at a time, for as long as a turn is, as one person after the other. */
async function run({ postgres, port, readCpuMs }: Side, { begin }: GrowthCall): Promise<Cost> {
  const ask = await begin({ postgres, url: `http://127.0.0.1:${port}` });
  const before = (await readCpuMs()) + postgres.readPostgresCpuMs();
  const began = performance.now();
  let calls = 0;
  while (performance.now() - began < TURN_MS || calls < 3) await ask(calls++);
  const ms = performance.now() - began;
  const cpuMs = (await readCpuMs()) + postgres.readPostgresCpuMs() - before;
  return { ms: ms / calls, cpuMs: cpuMs / calls };
}

function round(milliseconds: number): string {
  return milliseconds.toFixed(2);
}
