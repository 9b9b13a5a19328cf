import type { Act } from '@anupalan/contract/acts';
import type { Company } from '@anupalan/contract/companies';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { ComplianceRow } from '../compliance-items/compliance-row.ts';

/** What the dashboard shows. */
export interface TrackerData {
  readonly rows: readonly ComplianceRow[];
  readonly fields: readonly ComplianceField[];
  readonly acts: readonly Act[];
  readonly company: Company | null;
  /** True only once the server answered that there is no company. */
  readonly hasNoCompany: boolean;
  readonly today: Temporal.PlainDate;
  readonly loading: boolean;
  /** False while the items have not come, because they are loading or could not be loaded. */
  readonly hasItems: boolean;
}

/** Parts of it as they came; undefined is what has not, or could not be loaded (R-tracker-12). */
export interface TrackerParts {
  readonly items: readonly ComplianceItem[] | undefined;
  readonly fields: readonly ComplianceField[];
  readonly acts: readonly Act[];
  readonly company: Company | null | undefined;
  /** Whether items, fields or acts are still to come. */
  readonly loading: boolean;
}

export function toTrackerData(
  { items, fields, acts, company, loading }: TrackerParts,
  { rows, today }: Pick<TrackerData, 'rows' | 'today'>,
): TrackerData {
  return {
    rows,
    fields,
    acts,
    company: company ?? null,
    hasNoCompany: company === null,
    today,
    loading,
    hasItems: items !== undefined,
  };
}
