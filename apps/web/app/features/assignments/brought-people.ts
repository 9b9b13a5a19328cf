import { listBroughtPeople } from '@anupalan/contract/people/brought-people';
import { can } from '@anupalan/domain/permissions';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callQuery } from '../../lib/api/call-query.ts';
import { useActor } from '../../lib/session/actor.ts';
import { useColleagues } from './use-colleagues.ts';

/** Somebody who recorded or checked; null of who has no account. */
type Person = string | null | undefined;

/** Names of people without an account here; undefined of all others. */
export type BroughtNames = {
  nameOf: (person: Person) => string | undefined;
  /** Who made a record of the obligation that was asked about. */
  recorderOf: (recordId: string) => string | undefined;
};

const broughtPeopleQuery = (item: string | undefined) =>
  callQuery(listBroughtPeople, { query: { item }, failed: 'Failed to load the names' }, ({ data }) => data);

/**
 * Names that a company brought along when it came as a file (R-company-files-8). They are asked for only where one of
 * the people is nobody who is known.
 */
export function useBroughtNames(people: readonly Person[], itemId?: string): BroughtNames {
  const colleagues = useColleagues();
  const actor = useActor();
  const isStrange = people.some((person) => person !== actor?.userId && !colleagues?.find(person ?? null));
  const enabled = isStrange && can(actor, 'members.list');
  const { data } = useQuery({ ...broughtPeopleQuery(itemId), enabled, staleTime: Number.POSITIVE_INFINITY });
  return useMemo(() => {
    const names = new Map(data?.people.map(({ _id, name }) => [_id, name]));
    const recorders = new Map(data?.records.map(({ record, by }) => [record, by]));
    const nameOf = (person: Person) => names.get(person ?? '');
    return { nameOf, recorderOf: (recordId) => nameOf(recorders.get(recordId)) };
  }, [data]);
}
