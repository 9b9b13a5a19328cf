import type { ImportKind, ImportReport } from '@anupalan/contract/imports/imports';
import { expect } from 'vitest';
import { formOf } from '../../../test/forms.ts';
import type { Person } from '../../../test/people.ts';
import { startTrackedWorld, type TrackedWorld } from '../../../test/tracked.ts';

type Caller = Pick<Person, 'token'>;

/** How an import is asked for beside its file. */
interface Asked {
  readonly dryRun?: boolean;
  readonly existing?: 'update' | 'skip';
  readonly columns?: Record<string, string | null>;
  readonly sheet?: string;
  readonly name?: string;
  /** The company, where it isn't the caller's own. */
  readonly company?: string;
}

/** A world in which people import tables. */
export class ImportCalls {
  readonly world: TrackedWorld;

  constructor(world: TrackedWorld) {
    this.world = world;
  }

  static async start(): Promise<ImportCalls> {
    return new ImportCalls(await startTrackedWorld());
  }

  /** Sends a file: CSV of these lines, or whatever bytes. */
  send({ token }: Caller, kind: ImportKind, file: string | readonly string[] | Buffer, asked: Asked = {}) {
    const {
      dryRun = false,
      existing,
      columns,
      sheet,
      company,
      name = Buffer.isBuffer(file) ? 'rows.xlsx' : 'rows.csv',
    } = asked;
    const bytes = Buffer.isBuffer(file) ? file : Buffer.from(typeof file === 'string' ? file : file.join('\r\n'));
    const fields = {
      dryRun: String(dryRun),
      ...(existing && { existing }),
      ...(columns && { columns: JSON.stringify(columns) }),
      ...(sheet && { sheet }),
    };
    const { headers, ...form } = formOf(fields, [{ field: 'file', name, bytes }]);
    return this.world.server.call({
      ...form,
      url: `/api/imports/${kind}`,
      token,
      headers: { ...headers, ...(company && { 'x-company': company }) },
    });
  }

  async sendWell(...sent: Parameters<ImportCalls['send']>): Promise<ImportReport> {
    const response = await this.send(...sent);
    expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
    return response.json().data;
  }

  /** The faults of a dry run, as `row column: expected`. */
  async faultsOf(person: Caller, kind: ImportKind, file: Parameters<ImportCalls['send']>[2], asked: Asked = {}) {
    const { faults } = await this.sendWell(person, kind, file, { ...asked, dryRun: true });
    return faults.map(({ row, column, expected }) => `${row} ${column}: ${expected}`);
  }
}
