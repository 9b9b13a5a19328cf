import type { Scope } from '@anupalan/domain/permissions/scopes';
import { SCOPES } from '@anupalan/domain/permissions/scopes';
import type { TestApp } from '../../../test/harness.ts';
import { ask, type Colleague } from '../members/company.fixture.ts';

/** A moment so many days from now, as ISO text. */
export function inDays(days: number): string {
  return Temporal.Now.instant()
    .add({ hours: Math.round(24 * days) })
    .toString({ smallestUnit: 'second' });
}

type By = Pick<Colleague, 'token' | 'companyId'>;

/** What somebody asks of a token. */
interface Asked {
  readonly scopes?: readonly Scope[];
  readonly days?: number;
}

/** Asks for an API token of somebody for their company. @returns the answer */
export function askForToken(server: TestApp, by: By, { scopes = SCOPES, days = 30 }: Asked = {}) {
  return ask(server, by, 'POST', '/api-tokens', { name: 'Payroll', scopes, expiresAt: inDays(days) });
}

/** Makes an API token for somebody in their company. @returns its text and its id */
export async function makeToken(server: TestApp, by: By, asked: Asked = {}): Promise<{ token: string; id: string }> {
  const response = await askForToken(server, by, asked);
  if (response.statusCode !== 201) throw new Error(`Making a token answered ${response.body}`);
  const { token, _id } = response.json().data;
  return { token, id: _id };
}
