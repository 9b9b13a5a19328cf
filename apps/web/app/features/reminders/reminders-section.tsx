import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { useMinute } from '../../lib/use-minute.ts';
import { AddPanel } from '../../ui/add-panel.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { DetailsSection } from '../compliance-items/details-section.tsx';
import { ReminderForm } from './reminder-form.tsx';
import { ReminderLine } from './reminder-line.tsx';

/** The viewer's own reminders about an item: a reminder speaks to its owner only. */
export function RemindersSection({ item }: { item: ComplianceItem }) {
  const now = useMinute();
  const own = item.customReminders.filter(({ userId }) => userId === item.userId);
  return (
    <DetailsSection title="Custom Reminders">
      <RecordList label="Custom Reminders" count={own.length} empty="No reminders set.">
        {own.map((reminder) => (
          <ReminderLine key={reminder._id} reminder={reminder} viewerId={item.userId} now={now} />
        ))}
      </RecordList>
      <AddPanel action="Add Reminder">{(panel) => <ReminderForm item={item} {...panel} />}</AddPanel>
    </DetailsSection>
  );
}
