import type { NewPack } from '@anupalan/contract/proof/packs';
import { can } from '@anupalan/domain/permissions';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Services } from '../../services.ts';
import { recordActivity } from '../activity/commands.ts';
import { getCompany } from '../companies/queries.ts';
import { payerBytesOf } from '../evidence/named-files.ts';
import { askForFile } from '../prepared-files/commands.ts';
import { makeAddress } from '../prepared-files/commands-address.ts';
import type { PreparedFileRow } from '../prepared-files/prepared-file.ts';
import { WantedPack } from './wanted-pack.ts';

/**
 * Has an inspection pack made (R-packs-1, R-packs-2).
 * @throws AppError conflict while another is made, or where there is no room; invalid for an authority on the free plan, which doesn't know any
 */
export async function askForPack(
  { database, jobs, config }: Pick<Services, 'database' | 'jobs' | 'config'>,
  session: Session,
  { from, to, acts, authority }: NewPack,
): Promise<PreparedFileRow> {
  if (authority && !can(actorOf(session), 'compliance-items.read-premium-values')) throw needsPremium();
  await getCompany(database.db, session.workspaceId);
  const wanted: WantedPack = {
    from: from.slice(0, 10),
    to: to.slice(0, 10),
    acts: acts && acts.length > 0 ? [...new Set(acts)] : null,
    authority: authority || null,
  };
  const name = `inspection-pack-${wanted.from}-to-${wanted.to}.zip`;
  return await database.db.transaction().execute(async (trx) => {
    const payerBytes = payerBytesOf(config);
    const file = await askForFile(trx, jobs, session, { kind: 'pack', wanted, name, payerBytes });
    await recordActivity(trx, session, { what: 'packs.make', about: { from, until: to } });
    return file;
  });
}

/** Makes an address of a pack, which the activity tells of (R-packs-5). @returns its token */
export async function addressPack(
  { database }: Pick<Services, 'database'>,
  session: Session,
  file: PreparedFileRow,
): Promise<string> {
  const { from, to } = WantedPack.parse(file.wanted);
  const midnight = (day: string) => `${day}T00:00:00.000Z`;
  return await database.db.transaction().execute(async (trx) => {
    const token = await makeAddress(trx, session, file);
    await recordActivity(trx, session, { what: 'packs.fetch', about: { from: midnight(from), until: midnight(to) } });
    return token;
  });
}

function needsPremium(): AppError {
  const fault = 'Choosing by authority is part of Premium. Please choose acts instead.';
  return new AppError('invalid', fault, { faults: { authority: fault } });
}
