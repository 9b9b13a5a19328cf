import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addEvidenceOf } from '../../apps/server/src/features/exports/evidence.fixture.ts';
import { addAct, addItem } from '../../apps/server/test/catalogue.ts';
import { startTestApp, type TestApp } from '../../apps/server/test/harness.ts';
import { addPerson, type Person } from '../../apps/server/test/people.ts';

/*
 * An instance that makes packs is killed at random moments, and another one begins. Each pack is made in the end, whole,
 * and what was written of it before is seen by nobody (R-exports-5, R-packs-3). `PACK_KILLS` prolongs it.
 */

const KILLS = Number(process.env.PACK_KILLS ?? 3);

/** Kills while one pack is made, at most: fewer than the tries after which it has failed. */
const KILLS_A_PACK = 4;

const MAIN = path.join(import.meta.dirname, 'make-main.ts');

let server: TestApp;
let owner: Person;

beforeAll(async () => {
  server = await startTestApp();
  const { services } = server;
  const act_id = await addAct(services, { name: 'Provident Fund Act' });
  const monthly = { due_date: '2024-01-15', frequency: 'monthly', created_at: '2024-01-01' } as const;
  owner = await addPerson(services, { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } });
  for (let n = 0; n < 10; n++) {
    const item = await addItem(services, { act_id, title: `Return ${n}`, ...monthly });
    const bytes = Buffer.alloc(700_000, n + 1);
    await addEvidenceOf(server, owner, { item, day: '2026-01-15', name: `challan ${n}.pdf`, bytes });
  }
});

afterAll(() => server.close());

test(
  `${KILLS} kills at random moments: every pack is made, whole, and nothing of it is there twice`,
  async () => {
    for (let killed = 0; killed < KILLS; ) {
      const id = await ask();
      for (let n = 0; n < KILLS_A_PACK && killed < KILLS; n++, killed++) {
        const child = start();
        await vi.waitUntil(() => isMaking(id), { timeout: 180_000, interval: 2 });
        await pause(Math.random() * 400);
        await end(child);
        if ((await stateOf(id)) === 'ready') break;
        await server.owner.query(`update prepared_files set held_until = now() where id = $1`, [id]);
      }
      const last = start();
      await vi.waitUntil(() => hasEnded(id), { timeout: 180_000, interval: 20 });
      await end(last);
      expect(await stateOf(id)).toBe('ready');
      await requireWhole(id);
    }
  },
  KILLS * 120_000 + 90_000,
);

async function ask(): Promise<string> {
  const payload = { from: '2026-01-01', to: '2026-12-31' };
  const made = await server.call({ method: 'POST', url: '/api/packs', token: owner.token, payload });
  expect(made.statusCode, made.body).toBe(201);
  return made.json().data._id;
}

/** Whether it is being made, or was, before anybody looked. */
async function isMaking(id: string): Promise<boolean> {
  return ['making', 'ready'].includes(await stateOf(id));
}

async function hasEnded(id: string): Promise<boolean> {
  return ['ready', 'failed'].includes(await stateOf(id));
}

async function stateOf(id: string): Promise<string> {
  return (await server.owner.query('select state from prepared_files where id = $1', [id])).rows[0].state;
}

/** Checks that of all that was begun the pack alone is left, and that its manifest tells the truth. */
async function requireWhole(id: string): Promise<void> {
  const { rows } = await server.owner.query(
    `select file_id from prepared_files where id = $1
     union select id from files where purpose = 'pack' and removed_at is null
       and id not in (select file_id from prepared_files where file_id is not null)`,
    [id],
  );
  expect(rows).toHaveLength(1);
  const files = unzipSync(new Uint8Array(await buffer(server.services.files.read(rows[0].file_id))));
  const { files: listed } = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString());
  expect(listed).toHaveLength(Object.keys(files).length - 1);
  expect(Object.keys(files).filter((name) => name.startsWith('evidence/'))).toHaveLength(10);
  for (const { path: name, sha256 } of listed) {
    expect(
      createHash('sha256')
        .update(files[name] ?? '')
        .digest('hex'),
      name,
    ).toBe(sha256);
  }
}

function start(): ChildProcess {
  return spawn(process.execPath, [MAIN, server.ownerUrl], { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
