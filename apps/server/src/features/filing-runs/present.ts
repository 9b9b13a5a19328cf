import type { FileMatch } from '@anupalan/contract/people/filing-runs';
import { type FileMatch as Matched, needsAnEye } from '@anupalan/domain/filing-runs/match-files';
import { isAmong, readNumbers, spellingsOf } from '@anupalan/domain/filing-runs/numbers';
import { nameMonth } from '@anupalan/domain/reports/report-words';
import { readDay } from '../../platform/postgres/prepared-statement.ts';
import type { StagedSaid } from '../proof/queries-heap.ts';
import type { Matchable } from './queries-match.ts';

/** A file as it was matched, with what it says. */
interface Read {
  readonly match: Matched;
  readonly said: StagedSaid;
}

/** Files of a heap as they were matched, what needs an eye first (R-filing-runs-8). */
export function presentMatches(read: readonly Read[], { companies, lines }: Matchable): FileMatch[] {
  const registered = companies.flatMap(({ registrations }) => registrations).flatMap(spellingsOf);
  const heap = new Set(read.map(({ match }) => match.id));
  const presented = read.map(({ match, said }) => {
    const sameElsewhere = said.sameElsewhere.filter(({ _id }) => !heap.has(_id));
    const data = { ...presentMatch(match, lines), ...presentSaid(said, registered), sameElsewhere };
    return { data, isFirst: needsAnEye(match) || sameElsewhere.length > 0 };
  });
  const first = presented.filter(({ isFirst }) => isFirst);
  return [...first, ...presented.filter(({ isFirst }) => !isFirst)].map(({ data }) => data);
}

/** @param lines ids of the registrations that have a line of their own */
function presentMatch(match: Matched, lines: ReadonlySet<string>) {
  const { id, companyId, registrationId, why, among, period, isContradicting, sameAs } = match;
  return {
    evidenceId: id,
    companyId,
    registrationId: registrationId !== null && lines.has(registrationId) ? registrationId : null,
    why,
    among: [...among],
    mismatch: [
      ...(period.state === 'differs' ? [`It is about ${period.months.map(nameMonth).join(', ')}`] : []),
      ...(isContradicting ? ['Its name says another company than its text'] : []),
    ],
    sameAs: [...sameAs],
  };
}

/** What a file proposes; the number that its company is known by is none of a challan. */
function presentSaid({ text, numbers, amounts, days }: StagedSaid, registered: readonly string[]) {
  const [day] = days;
  return {
    text,
    number: numbers.find((number) => !isAmong(readNumbers(number), registered)) ?? null,
    amount: amounts[0] ?? null,
    day: day === undefined ? null : readDay(day),
  };
}
