import type { Pool } from 'pg';
import {
  BELONGING,
  type Belonging,
  type BelongingRow,
  IS_CURRENT,
  toBelonging,
} from '../../identity/members/membership.ts';
import type { Session } from '../../identity/sessions.ts';
import { stampsOf, versionOf } from '../../platform/answers/stamps.ts';

/** A company as somebody belongs to it, with the version of what it has. */
export interface NamedCompany extends Belonging {
  readonly companyId: string;
  readonly companyName: string;
  readonly version: string;
}

/** A company that the caller belongs to. */
export interface OwnCompany extends NamedCompany {
  /** Whether it has restricted events, of which some may be the caller's to see. */
  readonly hasRestricted: boolean;
}

/** All companies that the caller belongs to, by name (R-clients-1); an API token belongs to one (R-tokens-1). */
export async function readOwnCompanies(
  pool: Pool,
  { userId, token, companyId }: Pick<Session, 'userId' | 'token' | 'companyId'>,
): Promise<OwnCompany[]> {
  const { rows } = await pool.query<OwnCompanyRow>({ ...OWN_COMPANIES, values: [userId] });
  const reached = token === null ? rows : rows.filter((row) => row.company_id === companyId);
  return reached.map((row) => ({
    ...toBelonging(row),
    companyId: row.company_id,
    companyName: row.company_name,
    version: versionOf(row.stamps),
    hasRestricted: row.has_restricted,
  }));
}

interface OwnCompanyRow extends BelongingRow {
  company_id: string;
  company_name: string;
  stamps: string;
  has_restricted: boolean;
}

/** The statement of somebody's companies. Parameter: $1 the user. */
const OWN_COMPANIES = {
  name: 'own-companies',
  text: `
    select ${BELONGING}, c.company_name, ${stampsOf('m.workspace_id')} as stamps,
      exists (select from events where workspace_id = m.workspace_id and visibility = 'named') as has_restricted
    from memberships m join workspaces w on w.id = m.workspace_id join companies c on c.id = m.company_id
    where m.user_id = $1 and ${IS_CURRENT}
    order by lower(c.company_name), c.id`,
};
