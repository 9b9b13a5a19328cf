import type { StateOrAll } from '@anupalan/domain/states';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { loadCatalogue } from '../catalogue/commands-load.ts';
import { type Edition, readEdition } from '../catalogue/edition.ts';

export const UNKNOWN = '0199f000-0000-7000-8000-000000000000';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Office {
  readonly role?: 'user' | 'premium';
  readonly states?: readonly StateOrAll[];
  readonly people?: number;
}

/** A server with the shipped items for all of India, Karnataka and Telangana, and how offices call it. */
export interface OfficeWorld {
  readonly server: TestApp;
  readonly edition: Edition;
  /** The owner of an office, of 25 in Karnataka unless said otherwise. */
  readonly addOffice: (options?: Office) => Promise<Person>;
  readonly call: (who: Person, method: Method, path: string, payload?: object) => ReturnType<TestApp['call']>;
  readonly dataOf: (who: Person, path: string) => Promise<ReturnType<typeof JSON.parse>>;
  readonly answer: (who: Person, answers: readonly object[]) => ReturnType<TestApp['call']>;
  /** The edition's keys of what a list has. */
  readonly keysIn: (who: Person, path: string) => Promise<string[]>;
  readonly idOf: (key: string) => Promise<string>;
}

export async function startOfficeWorld(
  now = () => Temporal.Instant.from('2026-11-21T09:00:00Z'),
): Promise<OfficeWorld> {
  const server = await startTestApp({ now });
  const whole = await readEdition();
  const edition = {
    ...whole,
    items: whole.items.filter(({ state }) => ['-', 'Karnataka', 'Telangana'].includes(state)),
  };
  await loadCatalogue(server.services.database.db, edition);
  const { rows } = await server.owner.query('select id, catalogue_key as key from compliance_items');
  const keyOf = new Map<string, string>(rows.map(({ id, key }) => [id, key]));

  const call: OfficeWorld['call'] = ({ token }, method, path, payload) =>
    server.call({ method, url: `/api${path}`, token, ...(payload && { payload }) });
  const dataOf: OfficeWorld['dataOf'] = async (who, path) => (await call(who, 'GET', path)).json().data;
  return {
    ...{ server, edition, call, dataOf },
    addOffice({ role = 'premium', states = ['Karnataka'], people = 25 }: Office = {}) {
      const [state = 'Karnataka', ...additionalStates] = states;
      return addPerson(server.services, { role, company: { employeeCount: people, state, additionalStates } });
    },
    answer: (who, answers) => call(who, 'PUT', '/facts', { answers }),
    async keysIn(who, path) {
      return (await dataOf(who, path)).map(({ _id }: { _id: string }) => keyOf.get(_id) ?? _id).toSorted();
    },
    async idOf(key) {
      const found = [...keyOf].find(([, known]) => known === key);
      if (!found) throw new Error(`There is no item ${key}`);
      return found[0];
    },
  };
}

export const place = (patch: object = {}) => ({ name: 'Works', state: 'Karnataka', employeeCount: 10, ...patch });
