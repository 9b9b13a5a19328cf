import { can } from '@anupalan/domain/permissions';
import { useActor } from '../../lib/actor.ts';
import { CollapsibleSection } from '../../ui/collapsible-section.tsx';
import { FieldCells } from './field-cells.tsx';
import { COLUMNS_TO_READ } from './field-columns.ts';
import { FieldTableFrame } from './field-table-frame.tsx';
import { useComplianceFields } from './list-compliance-fields.ts';

/** What the columns of the compliance table tell, for everyone who doesn't manage them. */
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
