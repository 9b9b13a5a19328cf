import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { can } from '@anupalan/domain/permissions';
import { useActor } from '../../lib/session/actor.ts';
import { useMinute } from '../../lib/time/clock.ts';
import { DetailsSection } from '../../ui/details-section.tsx';
import { AddPanel } from '../../ui/forms/add-panel.tsx';
import { RecordList } from '../../ui/lists/record-list.tsx';
import { ReminderForm } from './reminder-form.tsx';
import { ReminderLine } from './reminder-line.tsx';

/** Reminders of the viewer about an item; those of others are not theirs to see (R-records-4). */
export function RemindersSection({ item }: { item: ComplianceItem }) {
  const now = useMinute();
  const actor = useActor();
  const own = item.customReminders.filter(({ userId }) => userId === item.userId);
  return (
    <DetailsSection title="Custom Reminders">
      <RecordList label="Custom Reminders" count={own.length} empty="No reminders set.">
        {own.map((reminder) => (
          <ReminderLine key={reminder._id} reminder={reminder} viewerId={item.userId} now={now} />
        ))}
      </RecordList>
      {can(actor, 'reminders.create') && (
        <AddPanel action="Add Reminder">{(panel) => <ReminderForm item={item} {...panel} />}</AddPanel>
      )}
    </DetailsSection>
  );
}
