import { Resolver } from 'node:dns/promises';

/** Milliseconds that one question to a name server takes at most, and how often it is asked. */
const QUESTION = { timeout: 1_500, tries: 2 };

/** The addresses of a name; none when it can't be resolved. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/**
 * Asks the name servers for all addresses of a name. It doesn't ask the system: that would read the machine's own list
 * of hosts, and a name server that is slow on purpose would hold one of the few threads that files and passwords need.
 */
export async function resolveName(name: string): Promise<readonly string[]> {
  const resolver = new Resolver(QUESTION);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
