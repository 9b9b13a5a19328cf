import type { Provenance } from '@anupalan/contract/fields/provenance';
import { formatDay, parseCalendarDay } from '@anupalan/domain/calendar-day';
import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { DetailsSection } from '../../../ui/details-section.tsx';
import { SourceLinks } from '../../../ui/source-links.tsx';
import classes from './provenance-section.module.css';

const CONFIDENCE: Readonly<Record<Provenance['confidence'], { label: string; meaning: string }>> = {
  high: { label: 'High confidence', meaning: 'Two sources, or the text of the law or rule.' },
  medium: { label: 'Medium confidence', meaning: 'One source, or sources that disagree.' },
  low: { label: 'Low confidence', meaning: 'A weak, draft or old source. Check before you rely on it.' },
};

/** Sources, confidence, notes and check date of a shipped item (R-tracker-30). */
export function ProvenanceSection({
  provenance: { source, confidence, notes, checkedOn },
}: {
  provenance: Provenance;
}) {
  const checked = parseCalendarDay(checkedOn);
  return (
    <DetailsSection title="Where this comes from">
      <div className={classes.confidence} data-confidence={confidence}>
        <b className={classes.label}>
          {confidence === 'low' && <IconAlertTriangle size={15} stroke={2.2} aria-hidden />}
          {CONFIDENCE[confidence].label}
        </b>
        <span>{CONFIDENCE[confidence].meaning}</span>
      </div>
      <SourceLinks source={source} />
      {notes && <p className={classes.notes}>{notes}</p>}
      {checked && (
        <Text size="xs" c="dimmed" mt={8}>
          Checked on {formatDay(checked)}
        </Text>
      )}
    </DetailsSection>
  );
}
