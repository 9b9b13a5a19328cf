import { addPerson, callApi } from '../../e2e/api.ts';
import { makePerson, type Person } from '../../e2e/people.ts';
import type { Server } from '../../e2e/server.ts';

/** Person with two companies, who signs in on the screens. */
export async function addConsultant(server: Server): Promise<Person> {
  const person = makePerson();
  const { id, token } = await addPerson(server, person);
  const { db } = await server.connect();
  await db.updateTable('users').set({ role: 'premium' }).where('id', '=', id).execute();
  const client = { companyName: 'Deccan Foods', state: 'Karnataka', employeeCount: 40 };
  await callApi(server, 'POST', '/companies', client, token);
  return person;
}
