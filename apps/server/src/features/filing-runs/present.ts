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
    const matched = presentMatch(match, lines);
    const doubts = listDoubts(said, match);
    const mismatch = [...matched.mismatch, ...doubts];
    const data = { ...matched, mismatch, ...presentSaid(said, registered), sameElsewhere };
    return { data, isFirst: needsAnEye(match) || doubts.length > 0 || sameElsewhere.length > 0 };
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

/** What a file proposes, which is sure; the number that its company is known by is none of a challan. */
function presentSaid({ text, sure: { number, amount, day } }: StagedSaid, registered: readonly string[]) {
  return {
    text,
    number: number !== null && isAmong(readNumbers(number), registered) ? null : number,
    amount,
    day: day === null ? null : readDay(day),
  };
}

/** Why a file is looked at before it is confirmed: figures of which none is sure, or several months (R-filing-runs-8). */
function listDoubts({ hasFigures, sure }: StagedSaid, { period }: Matched): string[] {
  const isUnsure = hasFigures && Object.values(sure).every((figure) => figure === null);
  const isOfSeveral = period.state === 'agrees' && period.isOfOthers;
  return [
    ...(isOfSeveral ? [`It names several months: ${period.months.map(nameMonth).join(', ')}`] : []),
    ...(isUnsure ? ['It could not be read for sure, so nothing of it is filled in'] : []),
  ];
}
