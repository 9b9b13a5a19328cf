import type { ComplianceItem, SubmissionDate } from '@anupalan/contract/compliance-items';
import type { Evidence } from '@anupalan/contract/proof/evidence';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { can } from '@anupalan/domain/permissions';
import { useActor } from '../../lib/session/actor.ts';
import { DetailsSection } from '../../ui/details-section.tsx';
import { AddPanel } from '../../ui/forms/add-panel.tsx';
import { DeleteButton } from '../../ui/forms/delete-button.tsx';
import { RecordLine, RecordList } from '../../ui/lists/record-list.tsx';
import { EvidenceButton } from '../evidence/evidence-button.tsx';
import { useFilesBySubject } from '../evidence/use-files-by-subject.ts';
import { useDeleteSubmissionDate } from './calls.ts';
import { SubmissionDateForm } from './submission-date-form.tsx';

/** Submissions of an item (R-records-10). */
export function SubmissionDatesSection({ item }: { item: ComplianceItem }) {
  const submissions = item.submissionDates;
  const actor = useActor();
  const filesOf = useFilesBySubject(item._id);
  return (
    <DetailsSection title="Submission Dates">
      <RecordList label="Submission Dates" count={submissions.length} empty="No submissions recorded yet.">
        {submissions.map((submission) => (
          <SubmissionLine
            key={submission._id}
            itemId={item._id}
            submission={submission}
            files={filesOf(submission._id)}
          />
        ))}
      </RecordList>
      {can(actor, 'submission-dates.create') && (
        <AddPanel action="Add Submission Date">{(panel) => <SubmissionDateForm item={item} {...panel} />}</AddPanel>
      )}
    </DetailsSection>
  );
}

type LineProps = { itemId: string; submission: SubmissionDate; files: readonly Evidence[] | undefined };

function SubmissionLine({ itemId, submission, files }: LineProps) {
  const remove = useDeleteSubmissionDate(itemId, submission._id);
  const day = formatIsoDay(submission.date);
  const deletable = can(useActor(), 'submission-dates.delete', { userId: submission.userId ?? '' });
  return (
    <RecordLine title={day} detail={submission.description}>
      <EvidenceButton
        subject={{ kind: 'submission-date', id: submission._id }}
        title={`Submission, ${day}`}
        count={files?.length}
      />
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
