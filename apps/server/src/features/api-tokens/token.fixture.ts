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

/** Makes an API token for somebody in their company. @returns its text and its id */
export async function makeToken(
  server: TestApp,
  by: Pick<Colleague, 'token' | 'companyId'>,
  { scopes = SCOPES, days = 30 }: { scopes?: readonly Scope[]; days?: number } = {},
): Promise<{ token: string; id: string }> {
  const response = await ask(server, by, 'POST', '/api-tokens', { name: 'Payroll', scopes, expiresAt: inDays(days) });
  if (response.statusCode !== 201) throw new Error(`Making a token answered ${response.body}`);
  const { token, _id } = response.json().data;
  return { token, id: _id };
}
