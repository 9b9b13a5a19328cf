import { expect } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, type Person } from '../../../test/people.ts';

/** A row of a table, by the titles of its columns. */
export type Row = Readonly<Record<string, string>>;

export const day = (iso: string) => `${iso}T00:00:00.000Z`;

/** Chosen cells of each row, in a line. */
export const pick = (rows: readonly Row[], ...titles: string[]) =>
  rows.map((row) => titles.map((title) => row[title]).join(' | '));

/** A server on 22 November 2026 with two monthly obligations, and a company that takes its registers out. */
export class RegisterWorld {
  readonly server: TestApp;
  readonly pf: string;
  readonly esi: string;
  readonly ecr: string;
  readonly challan: string;
  owner!: Person;
  company!: string;

  private constructor(server: TestApp, ids: { pf: string; esi: string; ecr: string; challan: string }) {
    this.server = server;
    this.pf = ids.pf;
    this.esi = ids.esi;
    this.ecr = ids.ecr;
    this.challan = ids.challan;
  }

  static async start({ act = 'Provident Fund Act' } = {}): Promise<RegisterWorld> {
    const server = await startTestApp({ now: () => Temporal.Instant.from('2026-11-22T09:00:00Z') });
    const { services } = server;
    const pf = await addAct(services, { name: act });
    const esi = await addAct(services, { name: 'Insurance Act' });
    const since = { created_at: '2025-01-01', frequency: 'monthly' } as const;
    const ecr = await addItem(services, { act_id: pf, title: 'ECR', due_date: '2024-01-15', ...since });
    const challan = await addItem(services, { act_id: esi, title: 'Challan', due_date: '2024-01-25', ...since });
    return new RegisterWorld(server, { pf, esi, ecr, challan });
  }

  /** Begins with a company of its own: with Premium, unless a role is given. */
  async begin(role: 'user' | 'premium' = 'premium'): Promise<void> {
    this.owner = await addPerson(this.server.services, { role, company: { employeeCount: 20, state: 'Kerala' } });
    this.company = await companyOf(this.server.services, this.owner);
  }

  readonly call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', url: string, payload?: object, by = this.owner) =>
    this.server.call({
      method,
      url: `/api${url}`,
      token: by.token,
      headers: { 'x-company': this.company },
      ...(payload && { payload }),
    });

  /** Records that an occurrence is done; `filing` as a filing run would have noted it. */
  readonly record = async (item: string, on: string, payload: object = {}, filing: object | null = null) => {
    const body = { userId: this.owner.userId, status: 'done', forDate: on, ...payload };
    const made = await this.call('PATCH', `/compliance/data/${item}/status`, body);
    expect(made.statusCode, made.body).toBe(200);
    if (!filing) return;
    await this.server.owner.query(
      `update status_records set filing = $1 where workspace_id = $2 and compliance_item_id = $3 and day = $4
         and status = 'done'`,
      [filing, this.owner.workspaceId, item, on],
    );
  };

  /** The rows of a table, from its CSV. */
  readonly read = async (table: string, query = '', by = this.owner): Promise<Row[]> => {
    const response = await this.call('GET', `/exports/${table}?format=csv${query}`, undefined, by);
    expect(response.statusCode, response.body).toBe(200);
    return rowsOf(response.body);
  };
}

function rowsOf(csv: string): Row[] {
  const [titles = [], ...rows] = csv
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map(
      (line) =>
        line
          .match(/("([^"]|"")*"|[^,]*)(,|$)/g)
          ?.map((cell) => cell.replace(/,$/, '').replace(/^"|"$/g, '').replaceAll('""', '"')) ?? [],
    );
  return rows.map((cells) =>
    Object.fromEntries(titles.flatMap((title, at) => (title ? [[title, cells[at] ?? '']] : []))),
  );
}
