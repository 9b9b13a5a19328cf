import { useQueryClient } from '@tanstack/react-query';
import { complianceItemsQuery } from '../compliance-items/list-compliance-items.ts';
import { complianceFieldsQuery } from './list-compliance-fields.ts';

/** Asks for the fields again, and for the items: whose values are shown, and to whom, depends on them. */
export function useReloadFields() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: complianceFieldsQuery.queryKey }),
      client.invalidateQueries({ queryKey: complianceItemsQuery.queryKey }),
    ]);
}
