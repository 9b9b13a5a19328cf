import type { ComplianceItem, SubmissionDate } from '@anupalan/contract/compliance-items';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { can } from '@anupalan/domain/permissions';
import { useActor } from '../../lib/session/actor.ts';
import { DetailsSection } from '../../ui/details-section.tsx';
import { AddPanel } from '../../ui/forms/add-panel.tsx';
import { DeleteButton } from '../../ui/forms/delete-button.tsx';
import { RecordLine, RecordList } from '../../ui/lists/record-list.tsx';
import { useDeleteSubmissionDate } from './calls.ts';
import { SubmissionDateForm } from './submission-date-form.tsx';

/** Submissions of an item (R-records-10). */
export function SubmissionDatesSection({ item }: { item: ComplianceItem }) {
  const submissions = item.submissionDates;
  const actor = useActor();
  return (
    <DetailsSection title="Submission Dates">
      <RecordList label="Submission Dates" count={submissions.length} empty="No submissions recorded yet.">
        {submissions.map((submission) => (
          <SubmissionLine key={submission._id} itemId={item._id} submission={submission} />
        ))}
      </RecordList>
      {can(actor, 'submission-dates.create') && (
        <AddPanel action="Add Submission Date">{(panel) => <SubmissionDateForm item={item} {...panel} />}</AddPanel>
      )}
    </DetailsSection>
  );
}

function SubmissionLine({ itemId, submission }: { itemId: string; submission: SubmissionDate }) {
  const remove = useDeleteSubmissionDate(itemId, submission._id);
  const day = formatIsoDay(submission.date);
  const deletable = can(useActor(), 'submission-dates.delete', { userId: submission.userId ?? '' });
  return (
    <RecordLine title={day} detail={submission.description}>
      {deletable && (
        <DeleteButton
          name={`Delete submission, ${day}`}
          question="Are you sure you want to delete this submission date?"
          busy={remove.isPending}
          onDelete={(close) => remove.mutate(undefined, { onSettled: close })}
        />
      )}
    </RecordLine>
  );
}
