import { TRACKER_QUERIES } from '../features/dashboard/use-tracker.ts';
import { clearClients, clientOf, queryClient } from '../lib/api/query-client.ts';
import type { FirstScreen } from '../lib/first-screen.ts';
import { pause } from '../lib/pause.ts';
import { profileQuery } from '../lib/session/profile.ts';
import { readToken } from '../lib/session/token.ts';

/** Time in ms after which the application asks by itself. Answers that have come need none of it. */
const PATIENCE_MS = 5_000;

/**
 * Answers what the application asks first, from what the page asked for early, so that it begins with what is drawn.
 * @returns whether all is there and still of the session that has it; if not, nothing is kept
 */
export async function answerQueries({ token, company }: Pick<FirstScreen, 'token' | 'company'>): Promise<boolean> {
  const profile = profileQuery(token, company);
  const client = clientOf(company);
  const { items, fields, acts, company: ofCompany } = TRACKER_QUERIES;
  // Not tried again: what fails here has its own words in the application.
  const once = { retry: false };
  const answers = Promise.all([
    queryClient.fetchQuery({ ...profile, ...once }),
    client.fetchQuery({ ...items, ...once }),
    client.fetchQuery({ ...fields, ...once }),
    client.fetchQuery({ ...acts, ...once }),
    client.fetchQuery({ ...ofCompany, ...once }),
  ]);
  const given = await Promise.race([answers.catch(() => null), pause(PATIENCE_MS)]);
  // Keys of a company's queries don't say whose they are.
  const isAnswered = given !== null && readToken() === token;
  if (!isAnswered) clearClients();
  return isAnswered;
}
