import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { formOf, pdf } from '../../../test/forms.ts';
import { addPerson, companyOf, join, type Person, removePerson } from '../../../test/people.ts';
import { dutyOf, type EventWorld, JOINS, pathOf, startEventWorld } from '../events/event-world.fixture.ts';
import { canonicalJson, type JsonObject } from './seal/canonical-json.ts';
import { sealRound } from './seal/commands-rounds.ts';

const SCRIPT = path.join(import.meta.dirname, '../../../../../scripts/verify.mjs');

/** What `verify` answered: its exit code and what it said. */
export interface Verified {
  readonly code: number;
  readonly said: string;
}

/** What the program exports, which nothing of the product may import. */
interface VerifyScript {
  verify(
    file: string,
    options: { readonly head?: string },
  ): Promise<{ count: number; facts: string[][]; faults: string[]; remarks: string[]; verdict: string }>;
}

/** A server, a company in which everything was recorded that is sealed, and `verify`, copied to where nothing else is. */
export class ProofWorld {
  readonly world: EventWorld;
  readonly folder: string;
  /** The id of the evidence that stayed, whose bytes are those of `challan.pdf`. */
  evidence = '';
  /** The id of the company in which things are recorded. */
  #company: string | null = null;

  private constructor(world: EventWorld, folder: string) {
    this.world = world;
    this.folder = folder;
  }

  static async start(): Promise<ProofWorld> {
    const world = await startEventWorld();
    const folder = await mkdtemp(path.join(tmpdir(), 'proof-'));
    await copyFile(SCRIPT, path.join(folder, 'verify.mjs'));
    const proof = new ProofWorld(world, folder);
    await proof.seal();
    return proof;
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true });
    await this.world.server.close();
  }

  async seal(): Promise<void> {
    await sealRound(this.world.server.services.database.db);
  }

  /** The file of activity that somebody gets. */
  async fetch({ token }: Pick<Person, 'token'>, query = '', headers = {}): Promise<string> {
    const response = await this.world.server.call({ url: `/api/activity/file${query}`, token, headers });
    expect(response.statusCode, response.body).toBe(200);
    return response.body;
  }

  /** Runs `verify` on a file with these contents. */
  async verify(contents: string | Buffer, args: readonly string[] = [], name = 'activity.jsonl'): Promise<Verified> {
    const file = path.join(this.folder, name);
    await writeFile(file, contents);
    return this.run(file, args);
  }

  run(file: string, args: readonly string[] = []): Promise<Verified> {
    return new Promise((resolve) => {
      const all = [path.join(this.folder, 'verify.mjs'), file, ...args];
      // Nothing of the project is to be found from there, and no warning counts as an answer.
      execFile(process.execPath, all, { cwd: this.folder }, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
      });
    });
  }

  /** What `verify` finds in a file with these contents, without a process of its own. */
  async judge(
    contents: string | Buffer,
    name = 'activity.jsonl',
    options: { readonly head?: string } = {},
  ): Promise<Verified> {
    const file = path.join(this.folder, name);
    await writeFile(file, contents);
    const script: VerifyScript = await import(pathToFileURL(path.join(this.folder, 'verify.mjs')).href);
    try {
      const { count, facts, faults, remarks, verdict } = await script.verify(file, options);
      return { code: count > 0 ? 1 : 0, said: [...facts, ...remarks, ...faults, verdict].join('\n') };
    } catch (error) {
      return { code: 2, said: String(error) };
    }
  }

  /**
   * What a file says, and `verify` of it, while rows of a company are changed past everything that would refuse it, as
   * whoever owns the database can.
   * @param change SQL in which `$1` is the company's workspace
   * @param query what of the activity is in the file; all
   */
  async tampered(
    who: Person,
    table: string,
    change: string,
    query = '',
  ): Promise<{ file: string; verified: Verified }> {
    const client = await this.world.server.owner.connect();
    try {
      await client.query('set session_replication_role = replica');
      const values = [who.workspaceId];
      const { rows } = await client.query(
        `select coalesce(jsonb_agg(to_jsonb(row)), '[]') as kept from ${table} row where workspace_id = $1`,
        values,
      );
      const { rowCount } = await client.query(change, values);
      expect(rowCount, change).toBeGreaterThan(0);
      const file = await this.fetch(who, query);
      const verified = await this.judge(file);
      await client.query(`delete from ${table} where workspace_id = $1`, values);
      const kept = [JSON.stringify(rows[0].kept)];
      await client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, kept);
      return { file, verified };
    } finally {
      await client.query('set session_replication_role = origin');
      client.release();
    }
  }

  /** Merges an obligation into another, but for what was recorded about it. @returns what takes that back */
  async mergeItem(from: string, into: string): Promise<() => Promise<void>> {
    const [{ owner }, gone] = [this.world.server, crypto.randomUUID()];
    const rename = (id: string, to: string) =>
      owner.query(`begin; set local session_replication_role = replica;
        update compliance_items set id = '${to}' where id = '${id}'; commit`);
    await owner.query('insert into merged_items values ($1, $2)', [from, into]);
    await rename(from, gone);
    return async () => {
      await rename(gone, from);
      await owner.query('delete from merged_items where id = $1', [from]);
    };
  }

  /** Adds a file to a record. @returns the id of the evidence */
  async addEvidence({ token }: Person, name: string, of: Readonly<Record<string, string>>): Promise<string> {
    const { headers, ...form } = formOf({ documentDay: '2026-11-13', ...of }, [
      { field: 'file', name, bytes: this.bytesOf(name) },
    ]);
    const company = { ...(this.#company && { 'x-company': this.#company }) };
    const response = await this.world.server.call({
      ...form,
      ...{ url: '/api/evidence', token, headers: { ...headers, ...company } },
    });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().data._id;
  }

  /** A PDF that is like no other. */
  bytesOf(name: string): Buffer {
    return Buffer.concat([pdf(), Buffer.from(`%${name}\n`)]);
  }

  companyId(of: Person): Promise<string> {
    return companyOf(this.world.server.services, of);
  }

  async #send(who: Person, method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', address: string, payload?: object) {
    const headers = { ...(this.#company && { 'x-company': this.#company }) };
    const url = `/api${address}`;
    const options = { method, url, token: who.token, headers, ...(payload && { payload }) };
    const response = await this.world.server.call(options);
    expect(response.statusCode, `${address}: ${response.body}`).toBeLessThan(300);
    return response.json().data;
  }

  /**
   * A company in which something of every kind was recorded: statuses, one taken back, one approved; notes, one changed
   * twice and one deleted; payments and submissions, one of each deleted; a file that was described, one removed; a duty; a complaint; and a member who was
   * erased since. What was there first and what followed are sealed in two seals.
   */
  async addCompany(): Promise<Person> {
    const { world } = this;
    const { services } = world.server;
    const owner = await world.addOffice();
    const { userId } = owner;
    this.#company = await companyOf(services, owner);
    const member = { ...(await addPerson(services)), workspaceId: owner.workspaceId };
    await join(services, member, owner, { role: 'member' });
    const admin = await addPerson(services, { role: 'admin' });
    const item = await addItem(services, { act_id: await addAct(services) });
    const data = `/compliance/data/${item}`;
    const record = (who: Person, status: string, forDate: string, note = 'Filed by hand') =>
      this.#send(who, 'PATCH', `${data}/status`, { userId: who.userId, status, forDate, note });
    await record(member, 'done', '2026-11-15');
    const { rows: recorded } = await world.server.owner.query('select id from status_records where workspace_id = $1', [
      owner.workspaceId,
    ]);
    const recordId: string = recorded[0].id;
    await record(owner, 'not-done', '2026-10-15');
    const notes: string[] = [];
    for (const text of ['Paid by cheque 4711', 'Rohit is ill']) {
      await this.#send(owner, 'PATCH', `${data}/note`, { userId, note: text, forDate: '2026-11-15' });
      const { rows } = await world.server.owner.query(
        'select id from status_records where note = $1 and workspace_id = $2',
        [text, owner.workspaceId],
      );
      notes.push(rows[0].id);
    }
    for (const date of ['2026-11-14', '2026-10-14']) {
      await this.#send(owner, 'POST', `${data}/payment-dates`, {
        userId,
        date,
        amount: 1234.5,
        description: 'April wages',
      });
      await this.#send(owner, 'POST', `${data}/submission-dates`, { userId, date, description: 'Sent by post' });
    }
    const event = await world.record(owner, JOINS);
    await this.#send(owner, 'PATCH', `${pathOf(event, dutyOf(event, 'join-epf-return'))}/status`, {
      ...{ status: 'done', note: 'Told the office' },
    });
    const complaint = await world.record(owner, { ...JOINS, kind: 'posh-complaint', label: 'Kept secret' });
    await this.#send(owner, 'PATCH', `${pathOf(complaint, dutyOf(complaint, 'posh-copy'))}/status`, {
      ...{ status: 'done', note: 'Said in confidence' },
    });
    const kept = await this.addEvidence(owner, 'challan.pdf', { recordId });
    const removed = await this.addEvidence(owner, 'mistake.pdf', { recordId });
    await this.seal();
    await this.#send(owner, 'PATCH', `/evidence/${kept}`, {
      documentDay: '2026-11-14',
      number: 'TRRN 47',
      amount: 1234.5,
    });
    await this.#send(owner, 'DELETE', `/evidence/${removed}`, { reason: 'The wrong month' });
    this.evidence = kept;
    const [changed, deleted] = notes;
    for (const text of ['Paid by cheque 4712', 'Paid by transfer']) {
      await this.#send(admin, 'PUT', `${data}/note/${changed}`, { userId, note: text });
      await this.seal();
    }
    await this.#send(admin, 'DELETE', `${data}/note/${deleted}?userId=${userId}`);
    const { rows } = await world.server.owner.query(
      `select id, 'payment' as kind from payment_dates where workspace_id = $1 and day = '2026-10-14'
       union all select id, 'submission' from submission_dates where workspace_id = $1 and day = '2026-10-14'`,
      [owner.workspaceId],
    );
    for (const { id, kind } of rows) await this.#send(owner, 'DELETE', `${data}/${kind}-dates/${id}?userId=${userId}`);
    await removePerson(services, member.userId);
    await this.seal();
    return owner;
  }
}

/** The lines of a file of activity, to be changed. */
export function linesOf(file: string): JsonObject[] {
  return file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

interface Forged {
  readonly file: string;
  readonly sign: (said: JsonObject) => string;
  readonly key: JsonObject;
}

/**
 * Makes all of a file anew by another key, as somebody could who changed what it says: nothing in it contradicts itself.
 * @param change what each line is then, but for the last one, which belongs to them
 */
export function forge(lines: readonly JsonObject[], change = (text: string): string => text): Forged {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ format: 'der', type: 'spki' });
  const key = { publicKey: der.toString('base64'), fingerprint: createHash('sha256').update(der).digest('hex') };
  const signed = (said: JsonObject) => sign(null, Buffer.from(canonicalJson(said)), privateKey).toString('base64');
  const texts = lines.slice(0, -1).map((line) => {
    if (line.type !== undefined) return change(JSON.stringify({ ...line, key }));
    const seal = line.signature !== undefined && isObject(line.seal) ? line.seal : null;
    return change(JSON.stringify(seal ? { ...line, signature: signed(seal) } : line));
  });
  const text = texts.map((line) => `${line}\n`).join('');
  const end = {
    ...{ type: 'anupalan.end.1', chain: lines[0]?.chain, lines: texts.length },
    sha256: createHash('sha256').update(text).digest('hex'),
  };
  return { file: `${text}${JSON.stringify({ end, signature: signed(end) })}\n`, sign: signed, key };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
