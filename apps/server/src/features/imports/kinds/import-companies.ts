import { MAX_REGISTRATIONS } from '@anupalan/contract/company/registrations';
import { importCompanies } from '@anupalan/contract/imports/imports';
import type { Transaction } from 'kysely';
import { holdUser } from '../../../identity/accounts.ts';
import { holdSession } from '../../../identity/read-session.ts';
import {
  belongTo,
  FROZEN,
  requireCallPermission,
  requirePermission,
  type Session,
} from '../../../identity/sessions.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import { recordActivity } from '../../activity/commands.ts';
import { changeCompanyIn } from '../../companies/commands.ts';
import { createCompanyIn, readRoomFor } from '../../companies/commands-own.ts';
import { noteDrafts } from '../../invitations/commands-drafts.ts';
import { addRegistrationIn } from '../../registrations/commands.ts';
import type { Existing, Fault, ImportKind, JudgedRow, PlannedRow } from '../import-kind.ts';
import { type KnownCompany, readKnownCompanies } from '../queries.ts';
import { COMPANY_COLUMNS, type CompanyRow, judgeCompany } from './company-rows.ts';
import { planKept } from './plan-kept.ts';

/** A company to make, or to change, with what of the row is not there yet. */
type CompanyStep = CompanyRow & { readonly companyId: string | null };

/** The import of companies that the caller owns or manages (R-imports-17). */
export function importCompaniesKind(session: Session): ImportKind<CompanyRow, CompanyStep> {
  let by = session;
  return {
    columns: COMPANY_COLUMNS,
    judge: judgeCompany,
    hold: async (trx) => {
      await holdUser(trx, session.userId);
      by = await holdSession(trx, session);
      requireCallPermission(by, importCompanies.access);
      requirePermission(by, 'companies.create');
    },
    plan: (db, rows, existing) => plan(db, by, rows, existing),
    write: async (trx, steps, { fileName }) => {
      let drafts = 0;
      for (const step of steps) drafts += await write(trx, by, step, fileName);
      return { drafts };
    },
  };
}

async function plan(
  db: Db,
  { userId }: Session,
  rows: readonly JudgedRow<CompanyRow>[],
  existing: Existing,
): Promise<PlannedRow<CompanyStep>[]> {
  const kept = await readKnownCompanies(db, userId);
  const byId = new Map(kept.map((company) => [company.id, company]));
  const findNoRoom = await readRoomFor(db, userId);
  let added = 0;
  return planKept<CompanyRow, CompanyStep>(rows, {
    ...{ kept, existing, column: 'companyName' },
    nameOf: ({ form }) => form.companyName,
    add: (row) => ({ step: { ...row, companyId: null }, faults: refuse(row, findNoRoom(added++)) }),
    update: (row, companyId) => {
      const company = byId.get(companyId);
      const step = { ...(company ? withoutKnown(row, company) : row), companyId };
      return { step, faults: refuse(step, company?.isFrozen ? FROZEN : null, company) };
    },
  });
}

/** What keeps a company from being written as its row says, so that it is told with the row. */
function refuse({ registrations }: CompanyRow, reason: string | null, known?: KnownCompany): Fault[] {
  if (reason) return [{ key: 'companyName', expected: reason }];
  const [first] = registrations;
  const count = registrations.length + (known?.numbers.length ?? 0);
  if (!first || count <= MAX_REGISTRATIONS) return [];
  const expected = `at most ${MAX_REGISTRATIONS} registrations of a company, with those that are there`;
  return [{ key: `registration:${first.kind}`, expected }];
}

/** A row without the registrations that the company has: the same number of another state is another one. */
function withoutKnown(row: CompanyRow, { numbers }: KnownCompany): CompanyRow {
  const isNew = ({ kind, number, state }: CompanyRow['registrations'][number]) =>
    !numbers.some(
      (known) => known.kind === kind && known.number === number && (!state || !known.state || known.state === state),
    );
  return { ...row, registrations: row.registrations.filter(isNew) };
}

/** @returns how many people are noted, to be invited */
async function write(
  trx: Transaction<DB>,
  by: Session,
  { companyId: known, key, form, registrations, people }: CompanyStep,
  fileName: string,
): Promise<number> {
  const companyId = known ?? (await createCompanyIn(trx, by, form, key ?? null)).companyId;
  // What is done in the company is done as who one is in it.
  const there = await belongTo(trx, by, companyId);
  if (known !== null) {
    requirePermission(there, 'companies.edit');
    const { companyName, employeeCount, state, city } = form;
    await changeCompanyIn(trx, there, { companyName, employeeCount, state, ...(city && { city }) }, key ?? null);
  }
  for (const registration of registrations) await addRegistrationIn(trx, { view: there, by: there }, registration);
  const noted = await noteDrafts(trx, there.workspaceId, people);
  const about = { kind: 'companies', name: fileName.slice(0, 200), count: 1 };
  await recordActivity(trx, there, { what: 'imports.run', about });
  return noted;
}
