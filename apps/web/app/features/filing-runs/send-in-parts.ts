import { type FilingOutcome, MOST_FILED } from '@anupalan/contract/people/filing-runs';

/**
 * Sends entries in calls of as many companies as one may have, one after the other, and joins what became of them. When
 * a call fails, so does all: what the calls before it recorded is not repeated when it is sent again (R-filing-runs-5).
 */
export async function sendInParts<Entry>(
  entries: readonly Entry[],
  send: (part: Entry[]) => Promise<{ data: FilingOutcome[] }>,
): Promise<{ data: FilingOutcome[] }> {
  const data: FilingOutcome[] = [];
  for (let sent = 0; sent < entries.length; sent += MOST_FILED) {
    data.push(...(await send(entries.slice(sent, sent + MOST_FILED))).data);
  }
  return { data };
}
