import { listClients, readClientsAgenda } from '@anupalan/contract/people/clients';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../platform/postgres/pages.ts';
import { type Served, serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { readActNames } from '../acts/queries.ts';
import { CatalogueInMemory } from '../compliance-items/queries-edition.ts';
import { versionsOf } from '../tracker/versions.ts';
import { chooseAgendaDays } from './choose-agenda-days.ts';
import { chooseClients, presentClient, presentUnreadable } from './present.ts';
import { Summaries } from './queries.ts';
import { readAgenda } from './queries-agenda.ts';
import { readOwnCompanies } from './queries-companies.ts';

export function registerClientRoutes(app: FastifyInstance, { database, now, log }: Services): void {
  const inMemory = CatalogueInMemory.of(database.db);
  const summaries = new Summaries({ database, log });

  const list = async ({ session, query, request }: Served<typeof listClients>) => {
    const moment = now();
    const today = todayInIndia(moment);
    const [companies, catalogue] = await Promise.all([
      readOwnCompanies(database.pool, session),
      inMemory.ofVersion(versionsOf(request).catalogue),
    ]);
    const named = companies.filter(({ companyName }) => holds(companyName, query.search));
    const { summaries: found, unreadable } = await summaries.read(named, { session, catalogue, today, now: moment });
    const clients = named.flatMap((company) => {
      if (unreadable.has(company.workspaceId)) return [presentUnreadable(company)];
      const summary = found.get(company.workspaceId);
      return summary ? [presentClient(company, summary, today)] : [];
    });
    const chosen = chooseClients(clients, query);
    const { page, limit } = query;
    const data = chosen.slice((page - 1) * limit, page * limit);
    return { status: 'success' as const, data, pagination: pageOf(query, chosen.length) };
  };
  serve(app, database, listClients, list);

  const readDue = async ({ session, query, request }: Served<typeof readClientsAgenda>) => {
    const today = todayInIndia(now());
    const days = chooseAgendaDays(query, today);
    const [companies, catalogue, actNames] = await Promise.all([
      readOwnCompanies(database.pool, session),
      inMemory.ofVersion(versionsOf(request).catalogue),
      readActNames(database.db),
    ]);
    const reading = { session, catalogue, today };
    const { data, more, unreadable } = await readAgenda({ database, log }, companies, reading, { days, actNames });
    return {
      ...{ status: 'success' as const, data, ...(more && { more: true as const }) },
      ...(unreadable.length > 0 && { unreadable }),
    };
  };
  serve(app, database, readClientsAgenda, readDue);
}

/** Whether a name holds what is looked for, whatever its letters' case. */
function holds(name: string, search = ''): boolean {
  return name.toLocaleLowerCase('en').includes(search.toLocaleLowerCase('en'));
}
