import {
  type ComplianceField,
  createComplianceField,
  deleteComplianceField,
  deleteComplianceFields,
  listComplianceFields,
  type NewComplianceField,
  updateComplianceField,
  updateComplianceFields,
} from '@anupalan/contract/compliance-fields';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { askAgain } from '../../lib/api/ask-again.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { useCall } from '../../lib/api/use-call.ts';

export const ADD_FAILED = 'Failed to add compliance field';
export const UPDATE_FAILED = 'Failed to update compliance field';

/** A changed field makes the items stale too: it decides which of their values are sent, and to whom (R-tracker-5). */
export const CHANGED_BY_FIELDS = ['compliance-fields', 'compliance-items'] as const;

export const complianceFieldsQuery = callQuery(listComplianceFields, {}, ({ data }): ComplianceField[] => data);

/** Columns of the compliance table in their order (R-catalogue-13). */
export function useComplianceFields() {
  return useQuery(complianceFieldsQuery);
}

/** New fields become the last column (R-catalogue-13); the form shows failures. */
export function useCreateComplianceField() {
  return useCall({
    send: (body: NewComplianceField) => request(createComplianceField, { body, failed: ADD_FAILED }),
    onDone: (client) => askAgain(client, CHANGED_BY_FIELDS),
    done: 'Compliance field added successfully',
  });
}

/**
 * Changes are refused with 409 when the field is no longer the version that was read (R-catalogue-2); the form shows
 * failures.
 */
export function useUpdateComplianceField() {
  return useCall({
    send: ({ read, changes }: { read: ComplianceField; changes: NewComplianceField }) =>
      request(updateComplianceField, {
        params: { id: read._id },
        body: { ...changes, updatedAt: read.updatedAt },
        failed: UPDATE_FAILED,
      }),
    done: 'Compliance field updated successfully',
    changes: CHANGED_BY_FIELDS,
  });
}

/** Changes the access level of several fields, all or none (R-catalogue-14). */
export function useUpdateComplianceFields() {
  return useCall({
    send: ({ ids, accessLevel }: { ids: string[]; accessLevel: ComplianceField['accessLevel'] }) =>
      request(updateComplianceFields, {
        body: { ids, updates: { accessLevel } },
        failed: 'Failed to update compliance fields',
      }),
    done: 'Compliance fields updated successfully',
    changes: CHANGED_BY_FIELDS,
  });
}

/** Deletes one or several fields, all or none, with their values (R-catalogue-15). */
export function useDeleteComplianceFields() {
  return useCall({
    send: sendDeletion,
    done: (ids) => `Compliance ${nounFor(ids)} deleted successfully`,
    changes: CHANGED_BY_FIELDS,
  });
}

function sendDeletion(ids: readonly [string, ...string[]]) {
  const failed = `Failed to delete compliance ${nounFor(ids)}`;
  return ids.length === 1
    ? request(deleteComplianceField, { params: { id: ids[0] }, failed })
    : request(deleteComplianceFields, { body: { ids: [...ids] }, failed });
}

function nounFor(ids: readonly string[]): string {
  return ids.length === 1 ? 'field' : 'fields';
}
