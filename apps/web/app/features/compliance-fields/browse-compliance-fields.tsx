import { can } from '@anupalan/domain/permissions';
import { useActor } from '../../lib/session/actor.ts';
import { CollapsibleSection } from '../../ui/collapsible-section.tsx';
import { useComplianceFields } from './calls.ts';
import { FieldCells } from './field-cells.tsx';
import { COLUMNS_TO_READ } from './field-columns.ts';
import { FieldTableFrame } from './field-table-frame.tsx';

/** Compliance fields for everyone who can't manage them (R-tracker-11). */
export default function BrowseComplianceFields() {
  const { data: fields = [] } = useComplianceFields();
  const seesPremium = can(useActor(), 'compliance-items.read-premium-values');
  if (fields.length === 0) return null;
  return (
    <CollapsibleSection title="Compliance Fields" storageKey="fields.open" openAtFirst={false}>
      <FieldTableFrame columns={COLUMNS_TO_READ} fields={fields}>
        {fields.map((field) => (
          <tr key={field._id}>
            <FieldCells field={field} locked={field.accessLevel === 'premium' && !seesPremium} />
          </tr>
        ))}
      </FieldTableFrame>
    </CollapsibleSection>
  );
}
