import type { Evidence } from '@anupalan/contract/proof/evidence';
import { can } from '@anupalan/domain/permissions';
import { useMemo } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { useFilesOfItem } from './calls.ts';
import { standingBySubject, whyNoneBySubject } from './list-versions.ts';

/** Files that stand at a record, a payment or a submission, by its id; undefined until they are known. */
export type FilesOf = (subjectId: string) => readonly Evidence[] | undefined;

/** Files of an obligation, asked for once for all that shows them. */
export function useFilesBySubject(itemId: string): FilesOf {
  const { data } = useFilesOfItem(itemId, { enabled: can(useActor(), 'evidence.list') });
  const bySubject = useMemo(() => data && standingBySubject(data.files), [data]);
  return (subjectId) => bySubject && (bySubject.get(subjectId) ?? []);
}

/** Why a record of an obligation has no file any more, by its id; undefined where it has one, or never had. */
export function useWhyNone(itemId: string): (recordId: string) => string | undefined {
  const { data } = useFilesOfItem(itemId, { enabled: can(useActor(), 'evidence.list') });
  const byRecord = useMemo(() => data && whyNoneBySubject(data.files), [data]);
  return (recordId) => byRecord?.get(recordId);
}
