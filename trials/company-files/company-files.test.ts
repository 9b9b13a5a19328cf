import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addCatalogue,
  addRichCompany,
  type RichCompany,
} from '../../apps/server/src/features/company-files/rich-company.fixture.ts';
import { addEvidenceOf } from '../../apps/server/src/features/exports/evidence.fixture.ts';
import { GENUINE } from '../../apps/server/test/forms.ts';
import { startTestApp, type TestApp } from '../../apps/server/test/harness.ts';
import { addPerson } from '../../apps/server/test/people.ts';

/*
 * An instance that makes the file of a company, or takes one in, is killed at random moments. What was begun is seen by
 * nobody: a file is whole or not there, and a company is there with all that its file has, or not at all (R-company-files-6).
 * `COMPANY_KILLS` prolongs it.
 */

const KILLS = Number(process.env.COMPANY_KILLS ?? 3);

const MAIN = path.join(import.meta.dirname, 'take-main.ts');

let from: TestApp;
let to: TestApp;
let rich: RichCompany;
let folder: string;

beforeAll(async () => {
  [from, to] = await Promise.all([startTestApp(), startTestApp()]);
  const catalogue = await addCatalogue(from);
  await addCatalogue(to);
  rich = await addRichCompany(from, catalogue);
  for (let n = 0; n < 8; n++) {
    // A PDF may have anything behind its end.
    const bytes = Buffer.concat([GENUINE.pdf, Buffer.alloc(700_000, n + 1)]);
    await addEvidenceOf(from, rich.owner, { item: catalogue.esi, day: '2026-01-15', name: `challan ${n}.pdf`, bytes });
  }
  folder = await mkdtemp(path.join(tmpdir(), 'anupalan-company-'));
});

afterAll(() => Promise.all([from.close(), to.close(), rm(folder, { recursive: true })]));

test(
  `${KILLS} kills at random moments while a company goes out and as many while it comes in: all of it is there, or nothing`,
  async () => {
    const asked = await from.call({
      method: 'POST',
      url: '/api/exports/company',
      token: rich.owner.token,
      headers: { 'x-company': rich.company },
    });
    expect(asked.statusCode, asked.body).toBe(201);
    for (let n = 0; n < Math.min(KILLS, 4); n++) {
      await killAfter(start(from), Math.random() * 500);
      await from.owner.query('update prepared_files set held_until = null');
    }
    await end(start(from));
    const { rows } = await from.owner.query(`select file_id, state from prepared_files`);
    const whole = await from.owner.query(
      `select id from files where purpose = 'export' and whole_at is not null and removed_at is null`,
    );
    expect([rows[0].state, whole.rows]).toEqual(['ready', [{ id: rows[0].file_id }]]);
    const bytes = await buffer(from.services.files.read(rows[0].file_id));
    const archive = path.join(folder, 'company.zip');
    await writeFile(archive, bytes);
    const manifest = JSON.parse(strFromU8(unzipSync(bytes)['manifest.json'] ?? new Uint8Array()));

    for (let n = 0; n < KILLS; n++) {
      const { userId } = await addPerson(to.services, { role: 'premium' });
      await killAfter(start(to, userId, archive), Math.random() * 700);
      await requireAllOrNothing(userId, manifest.rows);
      await end(start(to, userId, archive));
      expect(await requireAllOrNothing(userId, manifest.rows)).toBe(true);
    }
  },
  KILLS * 240_000 + 90_000,
);

/** @returns whether a company was taken in by a person: then it has every row and every file */
async function requireAllOrNothing(userId: string, rows: Record<string, number>): Promise<boolean> {
  const { rows: found } = await to.owner.query(
    `select m.workspace_id, m.company_id from memberships m where m.user_id = $1`,
    [userId],
  );
  expect(found).toHaveLength(1);
  const [{ workspace_id: workspaceId, company_id: company }] = found;
  const count = async (table: string) =>
    (await to.owner.query(`select count(*)::int as n from ${table} where workspace_id = $1`, [workspaceId])).rows[0].n;
  // What nobody is named at stays out, and with it a check, a record and a duty.
  const tables = ['status_entries', 'status_records', 'payment_dates', 'registrations', 'evidence', 'compliance_items'];
  for (const table of tables) expect(await count(table), table).toBe(company === null ? 0 : rows[table]);
  const { rows: broken } = await to.owner.query(
    `select evidence.id from evidence join files on files.id = file_id
     where evidence.workspace_id = $1 and (whole_at is null or files.removed_at is not null or files.sha256 <> evidence.sha256)`,
    [workspaceId],
  );
  expect(broken).toEqual([]);
  return company !== null;
}

function start(server: TestApp, userId = '', archive = ''): ChildProcess {
  const child = spawn(process.execPath, [MAIN, server.ownerUrl, userId, archive], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return child;
}

/** Kills a child so many milliseconds after it began. */
async function killAfter(child: ChildProcess, ms: number): Promise<void> {
  if (child.stdout) await once(child.stdout, 'data');
  await pause(ms);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function end(child: ChildProcess): Promise<void> {
  child.stdout?.resume();
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
}
