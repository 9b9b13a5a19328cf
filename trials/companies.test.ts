import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { loadCatalogue } from '../apps/server/src/features/catalogue/commands-load.ts';
import { readEdition } from '../apps/server/src/features/catalogue/edition.ts';
import { hashPassword, PASSWORD, UNHURRIED } from '../apps/server/test/accounts.ts';
import { addAct, addItem } from '../apps/server/test/catalogue.ts';
import { startTestApp, type TestApp } from '../apps/server/test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../apps/server/test/people.ts';
import { COUNT_OF_DUTIES, checkComplaints, EVENTS, takeDutyStep } from './company-duties.ts';
import { invariants } from './company-invariants.ts';
import { APT, PEOPLE, rounds, STANDING, type Standing, type Step } from './company-steps.ts';

/*
 * Random sequences of what people do to a company, several of them at once: whatever comes of each step, the company
 * has one owner, nobody checks what they recorded, no row is without its company, no record is lost, a day stands for
 * its registration numbers, and what was approved is counted or asked about again.
 * `COMPANIES_RUNS` prolongs it.
 */

const RUNS = Number(process.env.COMPANIES_RUNS ?? 12);
const DAYS = ['2026-09-15', '2026-10-15', '2026-11-15'];
const NUMBERS = ['MHBAN0012345000', 'BGBNG0012345000', 'GNGGN0012345000'];
const GIVEN = ['manager', 'member', 'viewer'] as const;

let server: TestApp;
let admin: Person;
let items: string[];
let passwordHash: string;

beforeAll(async () => {
  const env = { ...UNHURRIED, CALLS_PER_USER: '1000000', INVITATIONS_PER_COMPANY: '100000' };
  server = await startTestApp({ env, now: () => Temporal.Instant.from('2026-11-21T09:00:00Z') });
  // Its kinds of events alone: the items are those of the test.
  await loadCatalogue(server.services.database.db, { ...(await readEdition()), items: [], retired: [] });
  const act_id = await addAct(server.services);
  items = [await addItem(server.services, { act_id, registration: 'epf' }), await addItem(server.services, { act_id })];
  admin = await addPerson(server.services, { role: 'admin' });
  passwordHash = await hashPassword();
});

afterAll(() => server.close());

class Company {
  readonly #people: readonly Person[];
  readonly #id: string;
  readonly #workspaceId: string;
  /** The authors of records that were acknowledged, by the records' ids. */
  readonly recorded = new Map<string, string>();

  private constructor(people: readonly Person[], id: string, workspaceId: string) {
    this.#people = people;
    this.#id = id;
    this.#workspaceId = workspaceId;
  }

  /** A company of an owner, a manager and two members with three numbers, and somebody who is in none. */
  static async open(): Promise<Company> {
    const { services, owner } = server;
    const [first, ...others] = await Promise.all(
      Array.from({ length: PEOPLE }, (_, n) =>
        addPerson(services, n === 0 ? { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } } : {}),
      ),
    );
    if (!first) throw new Error('Nobody is there');
    const roles = ['manager', 'member', 'member'] as const;
    for (const [n, role] of roles.entries()) await join(services, others[n] ?? first, first, { role });
    const people = [first, ...others];
    await owner.query('update users set password_hash = $1 where id = any($2)', [
      passwordHash,
      people.map(({ userId }) => userId),
    ]);
    const company = new Company(people, await companyOf(services, first), first.workspaceId);
    await company.#ask(first, 'PUT', '/assignments', { scope: 'item', ids: items, checker: people[2]?.userId });
    for (const number of NUMBERS) await company.#ask(first, 'POST', '/registrations', { kind: 'epf', number });
    for (const event of EVENTS) await company.#ask(first, 'POST', '/events', event);
    return company;
  }

  /** The two people of a step; of one that is apt the first two from theirs on who are as it needs them. */
  async #choose({ does, by, to, apt }: Step): Promise<[Person | undefined, Person | undefined]> {
    const given = [this.#people[by], this.#people[to]] as const;
    if (!apt) return [...given];
    const { rows } = await server.owner.query<Standing>(STANDING, [this.#workspaceId, this.#people.map(emailOf)]);
    const standing = new Map(rows.map((row) => [row.email, row]));
    const find = (from: number, isWanted: (one: Standing) => boolean) =>
      [...this.#people.slice(from), ...this.#people.slice(0, from)].find((one) => {
        const found = standing.get(emailOf(one));
        return found !== undefined && isWanted(found);
      });
    const [acts, isActedOn] = APT[does];
    return [find(by, acts) ?? given[0], find(to, isActedOn) ?? given[1]];
  }

  async take(step: Step): Promise<void> {
    const { does, which } = step;
    const [actor, other] = await this.#choose(step);
    if (!actor || !other) return;
    const day = DAYS[which % DAYS.length] ?? '';
    const item = items[which % items.length] ?? '';
    switch (does) {
      case 'invite': {
        const form = { email: emailOf(other), role: GIVEN[which % GIVEN.length] };
        return void (await this.#ask(actor, 'POST', '/invitations', form));
      }
      case 'accept invitation':
        return this.#acceptInvitation(actor);
      case 'leave':
        return void (await this.#ask(actor, 'POST', '/members/leave'));
      case 'remove':
        return void (await this.#ask(actor, 'DELETE', `/members/${await this.#memberId(other)}`));
      case 'change role': {
        const form = { role: GIVEN[which % GIVEN.length] };
        return void (await this.#ask(actor, 'PATCH', `/members/${await this.#memberId(other)}`, form));
      }
      case 'offer company':
        return void (await this.#ask(actor, 'POST', '/handovers', { userId: other.userId }));
      case 'accept company':
        return this.#withOffer((id) => this.#ask(actor, 'POST', `/handovers/${id}/accept`));
      case 'take offer back':
        return this.#withOffer((id) => this.#ask(actor, 'DELETE', `/handovers/${id}`));
      case 'assign': {
        const form = { scope: 'company', responsible: which % 2 ? other.userId : null };
        return void (await this.#ask(actor, 'PUT', '/assignments', form));
      }
      case 'assign checker': {
        const form = { scope: 'item', ids: [item], checker: which === 5 ? null : other.userId };
        return void (await this.#ask(actor, 'PUT', '/assignments', form));
      }
      case 'check everything': {
        const form = { scope: 'company', checker: which === 5 ? null : other.userId };
        return void (await this.#ask(actor, 'PUT', '/assignments', form));
      }
      case 'something happens':
      case 'complain':
      case 'record a duty':
      case 'take a duty back':
      case 'close an event': {
        const reached = { owner: server.owner, workspaceId: this.#workspaceId, recorded: this.recorded };
        return takeDutyStep({ ...reached, ask: this.#ask.bind(this) }, { does, which }, [actor, other]);
      }
      case 'record':
        return this.#record(actor, item, day, which);
      case 'record a number': {
        const registrationId = await this.#idOf('registrations', which);
        return this.#record(actor, items[0] ?? '', day, which, { registrationId });
      }
      case 'pay': {
        const form = { userId: actor.userId, date: day, amount: 100 + which };
        return void (await this.#ask(actor, 'POST', `/compliance/data/${item}/payment-dates`, form));
      }
      case 'delete a payment': {
        const payment = await this.#idOf('payment_dates', which);
        for (const of of items) await this.#ask(actor, 'DELETE', `/compliance/data/${of}/payment-dates/${payment}`);
        return;
      }
      case 'end a number': {
        const form = { until: which % 2 ? '2026-10-01' : null };
        const number = await this.#idOf('registrations', which);
        return void (await this.#ask(actor, 'PATCH', `/registrations/${number}`, form));
      }
      case 'remove a number':
        return void (await this.#ask(actor, 'DELETE', `/registrations/${await this.#idOf('registrations', which)}`));
      case 'delete the company':
        return void (await this.#ask(actor, 'DELETE', `/companies/${this.#id}`));
      case 'approve':
        return this.#decide(actor, which, 'approve', {});
      case 'return':
        return this.#decide(actor, which, 'return', { reason: 'Not so' });
      case 'erase oneself':
        return void (await this.#ask(actor, 'DELETE', '/users/profile', { password: PASSWORD }));
      case 'be erased':
        return void (await this.#ask(admin, 'DELETE', `/users/${other.userId}`, undefined, false));
    }
  }

  #ask(by: Person, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, form?: object, inIt = true) {
    return server.call({
      method,
      url: `/api${path}`,
      token: by.token,
      ...(inIt && { headers: { 'x-company': this.#id } }),
      ...(form && { payload: form }),
    });
  }

  async #acceptInvitation(by: Person): Promise<void> {
    const mails = server.enqueued.map(({ data }) => Mail.parse(data)).filter((mail) => mail.to === emailOf(by));
    const token = /\/invitation#([\w-]{43})/.exec(mails.at(-1)?.text ?? '')?.[1] ?? 'none';
    await this.#ask(by, 'POST', '/invitations/accept', { token }, false);
  }

  async #withOffer(does: (id: string) => Promise<unknown>): Promise<void> {
    const { rows } = await server.owner.query('select id from handovers where workspace_id = $1', [this.#workspaceId]);
    await does(rows.at(-1)?.id ?? UNKNOWN);
  }

  async #memberId({ userId }: Person): Promise<string> {
    const { rows } = await server.owner.query('select id from memberships where workspace_id = $1 and user_id = $2', [
      this.#workspaceId,
      userId,
    ]);
    return rows[0]?.id ?? UNKNOWN;
  }

  async #idOf(table: 'payment_dates' | 'registrations', which: number): Promise<string> {
    const { rows } = await server.owner.query(`select id from ${table} where workspace_id = $1 order by id`, [
      this.#workspaceId,
    ]);
    return rows[which % Math.max(rows.length, 1)]?.id ?? UNKNOWN;
  }

  async #record(by: Person, item: string, day: string, which: number, about: object = {}): Promise<void> {
    const status = ['done', 'not-to-do', 'not-done'][which % 3];
    const form = { userId: by.userId, status, forDate: day, note: 'Recorded', ...about };
    const known = new Set(this.recorded.keys());
    const response = await this.#ask(by, 'PATCH', `/compliance/data/${item}/status`, form);
    if (response.statusCode !== 200) return;
    const entry = Entries.parse(response.json().data.statusHistory).find(({ date }) => date.startsWith(day));
    const all = [...(entry?.history ?? []), ...(entry?.waiting ? [entry.waiting] : [])];
    // On the free plan a colleague's newer record takes the place of one's own.
    for (const { _id, updatedBy } of all) {
      if (!known.has(_id) && updatedBy === by.userId) this.recorded.set(_id, by.userId);
    }
  }

  async #decide(by: Person, which: number, verb: 'approve' | 'return', form: object): Promise<void> {
    const { rows } = await server.owner.query(
      'select id, author_id from checks where workspace_id = $1 and outcome is null order by made_at, id',
      [this.#workspaceId],
    );
    const waiting = rows[which % Math.max(rows.length, 1)];
    const response = await this.#ask(by, 'POST', `/checks/${waiting?.id ?? UNKNOWN}/${verb}`, form);
    if (response.statusCode === 200) expect(waiting?.author_id, 'nobody checks themselves').not.toBe(by.userId);
  }

  /** What holds after every round, whatever was done and refused. */
  async check(): Promise<void> {
    const broken = await server.owner.query(await invariants(server.owner));
    expect(broken.rows).toEqual([]);
    const recordsOf = ['status_records', 'checks', 'event_duty_records'].map(
      (table) => `select id from ${table} where workspace_id = $1`,
    );
    const { rows } = await server.owner.query<{ id: string }>(recordsOf.join(' union '), [this.#workspaceId]);
    const kept = new Set(rows.map(({ id }) => id));
    const isThere = await server.owner.query('select from workspaces where id = $1', [this.#workspaceId]);
    if (isThere.rowCount === 0) expect(kept.size, 'records of a company that is gone').toBe(0);
    else
      expect(
        [...this.recorded.keys()].filter((id) => !kept.has(id)),
        'lost records',
      ).toEqual([]);
  }

  /** Everybody reads the company if they are in it, nobody else does, and nobody others' complaints. */
  async checkReaders(): Promise<void> {
    for (const by of this.#people) {
      const isIn = (await this.#memberId(by)) !== UNKNOWN;
      const { statusCode } = await this.#ask(by, 'GET', '/activity');
      if (isIn) expect(statusCode).toBe(200);
      else expect([401, 403]).toContain(statusCode);
      const agenda = await this.#ask(by, 'GET', '/companies/agenda?from=2026-10-01&to=2026-12-31');
      await checkComplaints({ owner: server.owner, workspaceId: this.#workspaceId }, by, agenda.body);
    }
  }
}

const UNKNOWN = '0199f000-0000-7000-8000-000000000000';
const Mail = z.object({ to: z.string(), text: z.string() });
const Entries = z.array(
  z.object({
    date: z.string(),
    history: z.array(z.object({ _id: z.string(), updatedBy: z.string().nullable() })),
    waiting: z.object({ _id: z.string(), updatedBy: z.string() }).nullish(),
  }),
);

const emailOf = ({ userId }: Person) => `${userId}@example.in`;

test('whatever people do at once: one owner, nobody checks themselves, no row without its company, no record lost', {
  timeout: RUNS * 15_000,
}, async () => {
  let recorded = 0;
  await fc.assert(
    fc.asyncProperty(rounds, async (sequence) => {
      const company = await Company.open();
      for (const steps of sequence) {
        await Promise.all(steps.map((each) => company.take(each)));
        await company.check();
      }
      await company.checkReaders();
      recorded += company.recorded.size;
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  // The sequences are worth something: people got as far as recording.
  expect(recorded).toBeGreaterThan(RUNS * 2);
  expect((await server.owner.query(COUNT_OF_DUTIES)).rows[0].count).toBeGreaterThan(RUNS / 2);
});
