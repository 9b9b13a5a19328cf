import { TRACKER_QUERIES } from '../features/dashboard/use-tracker.ts';
import { clientOf, queryClient } from '../lib/api/query-client.ts';
import { profileQuery } from '../lib/session/profile.ts';

/** Answers what the application asks first, from what the page asked for early, so that it begins with what is drawn. */
export async function answerQueries(token: string, company: string): Promise<void> {
  const client = clientOf(company);
  const { items, fields, acts, company: ofCompany } = TRACKER_QUERIES;
  await Promise.all([
    queryClient.prefetchQuery(profileQuery(token, company)),
    client.prefetchQuery(items),
    client.prefetchQuery(fields),
    client.prefetchQuery(acts),
    client.prefetchQuery(ofCompany),
  ]);
}
