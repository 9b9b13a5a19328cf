import { listEstablishments } from '@anupalan/contract/applicability/establishments';
import {
  createRegistration,
  deleteRegistration,
  listRegistrations,
  type Registration,
  updateRegistration,
} from '@anupalan/contract/company/registrations';
import { useQuery } from '@tanstack/react-query';
import { type Request, request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';

/** Registrations of the company, what expires first first (R-registrations-2). */
export const registrationsQuery = callQuery(
  listRegistrations,
  { failed: 'Failed to fetch registrations' },
  ({ data }): Registration[] => data,
);

const establishmentsQuery = callQuery(listEstablishments, {}, ({ data }) => data);

export function useRegistrations({ enabled = true } = {}) {
  return useQuery({ ...registrationsQuery, enabled });
}

/** Establishments that a registration may be for; asked for by the form alone. */
export function useEstablishments() {
  return useQuery(establishmentsQuery);
}

/** Nouns that a registration changes: its renewal is an obligation, under an act of the company's own. */
const CHANGED = ['registrations', 'compliance-items', 'acts'];

/** New registration; its form shows failures. */
export function useAddRegistration() {
  return useCall({
    send: (body: NonNullable<Request<typeof createRegistration>['body']>) => request(createRegistration, { body }),
    done: 'Registration added successfully',
    describeFailure: inSilence,
    changes: CHANGED,
  });
}

/** Changes of a registration; its form shows failures. */
export function useChangeRegistration() {
  return useCall({
    send: ({ id, changes }: { id: string; changes: NonNullable<Request<typeof updateRegistration>['body']> }) =>
      request(updateRegistration, { params: { id }, body: changes }),
    done: 'Registration updated successfully',
    describeFailure: inSilence,
    changes: CHANGED,
  });
}

export function useRemoveRegistration() {
  return useCall({
    send: (id: string) => request(deleteRegistration, { params: { id }, failed: 'Failed to remove the registration' }),
    done: 'Registration removed successfully',
    changes: CHANGED,
  });
}
