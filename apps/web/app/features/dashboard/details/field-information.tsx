import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { DetailsSection } from '../../../ui/details-section.tsx';
import { FieldValue } from '../../compliance-fields/field-value.tsx';
import { PremiumBadge } from '../../compliance-fields/premium-badge.tsx';
import classes from './field-information.module.css';

type Props = { fields: readonly ComplianceField[]; values: ComplianceItem['values'] };

/** Name, value and description of every field (R-tracker-26). */
export function FieldInformation({ fields, values }: Props) {
  return (
    <DetailsSection title="Field Information">
      <dl className={classes.list}>
        {fields.map((field) => (
          <div key={field._id} className={classes.field}>
            <dt className={classes.name}>
              {field.name} {field.accessLevel === 'premium' && <PremiumBadge />}
            </dt>
            <dd className={classes.value}>
              <FieldValue value={values[field._id]} />
              {field.description && <span className={classes.description}>{field.description}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </DetailsSection>
  );
}
