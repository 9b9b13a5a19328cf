/** A call of the load, as its caller saw it; moments in milliseconds since the load began. */
export interface Call {
  readonly kind: string;
  readonly begunAt: number;
  readonly endedAt: number;
  /** `refused`: answered by 5xx; `broken`: not answered at all. */
  readonly outcome: 'done' | 'refused' | 'broken';
}

/** What an accident did to the calls of a kind. */
export interface Interruption {
  readonly kind: string;
  readonly calls: number;
  readonly refused: number;
  readonly broken: number;
  /** Milliseconds from the end of the first call that failed to the next answer that somebody got; null without. */
  readonly untilSuccess: number | null;
  /** The longest stretch, in milliseconds, in which nobody got an answer. */
  readonly silence: number;
  /** Milliseconds of the slowest call that succeeded. */
  readonly slowest: number;
}

/** Sums up the calls that ended in a stretch of time, by kind. */
export function findInterruptions(calls: readonly Call[], from: number, until: number): Interruption[] {
  const within = calls.filter(({ endedAt }) => endedAt >= from && endedAt < until);
  return Object.entries(Object.groupBy(within, ({ kind }) => kind))
    .map(([kind, group = []]) => sumUp(kind, group, from, until))
    .sort((a, b) => a.kind.localeCompare(b.kind));
}

function sumUp(kind: string, calls: readonly Call[], from: number, until: number): Interruption {
  const done = calls.filter(({ outcome }) => outcome === 'done');
  const failed = calls.filter(({ outcome }) => outcome !== 'done');
  const answers = done.map(({ endedAt }) => endedAt);
  const firstFailure = Math.min(...failed.map(({ endedAt }) => endedAt));
  const next = Math.min(...answers.filter((answer) => answer > firstFailure));
  return {
    kind,
    calls: calls.length,
    refused: failed.filter(({ outcome }) => outcome === 'refused').length,
    broken: failed.filter(({ outcome }) => outcome === 'broken').length,
    untilSuccess: Number.isFinite(next - firstFailure) ? next - firstFailure : null,
    silence: findLongestSilence(answers, from, until),
    slowest: Math.max(0, ...done.map(({ begunAt, endedAt }) => endedAt - begunAt)),
  };
}

/** The longest stretch between two of these moments within a stretch of time, its ends included. */
export function findLongestSilence(moments: readonly number[], from: number, until: number): number {
  const heard = [from, ...moments.filter((moment) => moment > from && moment < until).sort((a, b) => a - b), until];
  return Math.max(...heard.slice(1).map((moment, index) => moment - (heard[index] ?? moment)));
}
