import { afterAll, beforeAll, beforeEach } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, join, type Person } from '../../../test/people.ts';

const NOW = Temporal.Instant.from('2026-11-22T09:00:00Z');

export let server: TestApp;
export let act: string;
export let monthly: string;
export let yearly: string;

/** A consultant with a company of their own, who is in so many others. */
export let consultant: Person;
export let clients: Person[];

/** Begins each test with a new consultant of two clients, in Kerala and Goa, on a server of its file. */
export function beginWithConsultant(): void {
  beforeAll(async () => {
    server = await startTestApp({ now: () => NOW });
    act = await addAct(server.services, { name: 'Provident Fund Act' });
    const ofAct = { act_id: act };
    monthly = await addItem(server.services, {
      ...ofAct,
      title: 'ECR',
      due_date: '2024-01-15',
      frequency: 'monthly',
    });
    yearly = await addItem(server.services, { ...ofAct, title: 'Return', due_date: '2026-11-25', frequency: 'yearly' });
  });

  beforeEach(async () => {
    consultant = await addPerson(server.services, { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } });
    clients = [];
    for (const state of ['Kerala', 'Goa'] as const) {
      const owner = await addPerson(server.services, { role: 'premium', company: { employeeCount: 20, state } });
      await join(server.services, consultant, owner, { role: 'member' });
      clients.push(owner);
    }
  });

  afterAll(() => server.close());
}
