import type { Call } from '@anupalan/contract/wire/call';
import fc from 'fast-check';
import type { TestApp } from '../apps/server/test/harness.ts';
import type { Person } from '../apps/server/test/people.ts';
import { nameCall } from './list-calls.ts';
import { makeUp } from './make-up.ts';

/** The id of nothing that is there. */
export const UNKNOWN_ID = '0199f000-0000-7000-8000-000000000000';

/** Outcomes of calls that the permission let through, whatever became of them then. */
export const PAST = 'past permission';

/** What the companies of those who ask are. */
export const COMPANY = { employeeCount: 20, state: 'Kerala' } as const;

/** Bodies that can't be made up from the schema alone. */
const BODIES: Readonly<Record<string, object>> = {
  // In another state than the company's it takes Premium.
  'POST /establishments': { name: 'Office', state: COMPANY.state, employeeCount: 5 },
  'POST /events': { kind: 'joins', state: COMPANY.state, label: 'A-1', happenedAt: '2026-11-20' },
  'POST /companies/report/mail': { month: '2026-11', to: ['nobody@example.in'] },
  'POST /devices': {
    endpoint: 'https://push.example.com/1',
    keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
  },
  'POST /webhooks': { address: 'https://hooks.example.in/', events: ['status.recorded'] },
  'POST /contact': { name: 'Asha', email: 'asha@example.in', subject: 'general', message: 'How does this work?' },
};

/** Queries that can't be. */
export const QUERIES: Readonly<Record<string, Record<string, string>>> = {
  'GET /rates/professional-tax': { state: COMPANY.state, on: '2026-11-22', salary: '30000' },
  'GET /rates/welfare-fund': { state: COMPANY.state, on: '2026-11-22' },
  'GET /late-cost': { ruleKey: 'epf-interest', amount: '1', dueOn: '2026-12-15', paidOn: '2026-12-16' },
};

/** Who makes a call, and about which company. */
export interface By {
  readonly token?: string;
  readonly company?: string | null;
  readonly person?: Person;
}

/** Makes a call. @returns the status with its words where the permission refused it, else {@link PAST} */
export async function makeCall(server: TestApp, call: Call, { token, company = null, person }: By): Promise<string> {
  const path = call.path.replaceAll(/:(\w+)/g, (_, parameter) => fillIn(parameter));
  const inOwnName = (form: object) => ({ ...form, ...(person && 'userId' in form && { userId: person.userId }) });
  const query = new URLSearchParams(inOwnName(makeQuery(call)));
  // The answer is read as a stream, since one of the calls answers without an end.
  const response = await server.call({
    method: call.method,
    url: `/api${path}?${query}`,
    ...(call.body && !call.upload && { payload: inOwnName(BODIES[nameCall(call)] ?? fillForm(call, call.body)) }),
    ...(company !== null && { headers: { 'x-company': company } }),
    ...(token && { token }),
    payloadAsStream: true,
    expect5xx: true,
  });
  if (response.statusCode !== 401 && response.statusCode !== 403) {
    // Who leaves an answer unread keeps a place of their calls at once: only the one without an end is left.
    if (nameCall(call) === 'GET /live') response.stream().destroy();
    else response.stream().resume();
    return PAST;
  }
  const chunks: Buffer[] = await response.stream().toArray();
  const { message } = JSON.parse(Buffer.concat(chunks).toString());
  // Whoever signs in is unauthenticated until then, at public calls.
  return call.access === 'public' && message !== 'Please sign in to continue'
    ? PAST
    : `${response.statusCode} ${message}`;
}

/** A query that the call accepts. */
export function makeQuery(call: Call): Record<string, string> {
  return call.query ? (QUERIES[nameCall(call)] ?? fillForm(call, call.query)) : {};
}

const forms = new Map<unknown, Record<string, string>>();

/** A form that the contract accepts and that names nothing there is, made up from its schema and always the same. */
export function fillForm(call: Call, schema: NonNullable<Call['body']>): Record<string, string> {
  const known = forms.get(schema);
  if (known) return known;
  const names = { ids: {}, others: [UNKNOWN_ID], emails: ['nobody@example.in'] };
  const sample = (numRuns: number) => fc.sample(makeUp(schema, names, call.path), { numRuns, seed: 42 });
  const accepts = (candidate: unknown) => schema.safeParse(candidate).success;
  // Most are accepted within few, some take many.
  const form = accepts({}) ? {} : (sample(20).find(accepts) ?? sample(2_000).find(accepts));
  if (!form) throw new Error(`No form is accepted by ${nameCall(call)}: give one in BODIES or QUERIES`);
  // Forms are objects: what their fields hold is whatever the schema asks for.
  const made = form as Record<string, string>;
  forms.set(schema, made);
  return made;
}

function fillIn(parameter: string): string {
  if (parameter === 'orderId') return `order_${'0'.repeat(32)}`;
  if (parameter === 'number') return '1';
  if (parameter === 'table') return 'statuses';
  return UNKNOWN_ID;
}
