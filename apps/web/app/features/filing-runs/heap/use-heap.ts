import type { FileMatch, FilingRow } from '@anupalan/contract/people/filing-runs';
import { useEffect, useEffectEvent, useState } from 'react';
import { type EvidenceUpload, useUploads } from '../../evidence/uploads/use-uploads.ts';
import { type RunOf, useMatchFiles } from '../calls.ts';
import { type Drafts, keyOf } from '../run-drafts.ts';
import { keyOfMatch, mergeMatches, needsAnEye, placedFiles } from './place-files.ts';

/** File of a heap, with what is known of it. */
export interface HeapFile {
  readonly upload: EvidenceUpload;
  /** Undefined until it was matched. */
  readonly match: FileMatch | undefined;
  /** Key of the line that it is for: the one that somebody chose, else the one that it was matched to. */
  readonly key: string | null;
  readonly needsAnEye: boolean;
}

/** Pause (ms) before what could not be read yet is asked about again, and how many times it is after a drop. */
const PAUSE = 5_000;
const MOST_ROUNDS = 60;

/** Files that were dropped for a filing run and are at no line yet (R-filing-runs-7). */
export function useHeap(of: RunOf, rows: readonly FilingRow[], drafts: Drafts) {
  const uploads = useUploads();
  const matching = useMatchFiles(of);
  const [matches, setMatches] = useState<ReadonlyMap<string, FileMatch>>(new Map());
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<Readonly<Record<string, string | null>>>({});
  const [rounds, setRounds] = useState(0);
  const unasked = uploads.arrived.map(({ _id }) => _id).filter((id) => !asked.has(id));

  const ask = useEffectEvent(() => {
    setAsked((before) => before.union(new Set(unasked)));
    setRounds(0);
    matching.mutate(unasked, {
      onSuccess: (found) => setMatches((before) => mergeMatches(before, found)),
    });
  });
  // Once all that was dropped has arrived, so that twins among them are told, and one after the other.
  const isReady = unasked.length > 0 && !uploads.isSending && !matching.isPending;
  useEffect(() => {
    if (isReady) ask();
  }, [isReady]);

  const placed = placedFiles(drafts);
  const unread = uploads.arrived.flatMap(({ _id: id }) =>
    matches.get(id)?.text === 'waiting' && !placed.has(id) ? id : [],
  );
  const again = useMatchFiles(of);
  const askAgain = useEffectEvent(() => {
    setRounds(rounds + 1);
    again.mutate(unread, { onSuccess: (found) => setMatches((before) => mergeMatches(before, found)) });
  });
  const isDue = unread.length > 0 && !again.isPending;
  useEffect(() => {
    // By its number, as an answer that is there at once shows nothing else of a round.
    if (!isDue || rounds >= MOST_ROUNDS) return;
    const timer = setTimeout(() => askAgain(), PAUSE);
    return () => clearTimeout(timer);
  }, [isDue, rounds]);

  const keys = new Set(rows.map(keyOf));
  const files = uploads.list.flatMap((upload): HeapFile[] => {
    if (upload.state !== 'done') return [{ upload, match: undefined, key: null, needsAnEye: true }];
    const { _id: id } = upload.answer;
    if (placed.has(id)) return [];
    const match = matches.get(id);
    const key = id in chosen ? (chosen[id] ?? null) : match ? keyOfMatch(match, keys) : null;
    return [{ upload, match, key, needsAnEye: match ? needsAnEye(match, key) : true }];
  });

  return {
    uploads,
    /** What needs an eye first (R-filing-runs-8). */
    files: [...files.filter((file) => file.needsAnEye), ...files.filter((file) => !file.needsAnEye)],
    isMatching: matching.isPending,
    hasFailed: matching.isError,
    retry: () => setAsked(new Set(matches.keys())),
    choose: (id: string, key: string | null) => setChosen((before) => ({ ...before, [id]: key })),
  };
}

export type Heap = ReturnType<typeof useHeap>;
