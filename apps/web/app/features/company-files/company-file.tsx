import { can } from '@anupalan/domain/permissions';
import { useActor } from '../../lib/session/actor.ts';
import { useSession } from '../../lib/session/session.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { BringIn } from './bring-in.tsx';
import { TakeOut } from './take-out.tsx';

/** Page on which a whole company leaves as a file, or comes in from one (R-company-files-9). */
export function CompanyFile() {
  const { member } = useSession();
  const makes = can(useActor(), 'company-files.make') && member?.companyId != null;
  const name = member?.companyName ?? 'your company';
  return (
    <PageFrame title="The whole company" text="Everything in one file, to keep or to move to another Anupalan.">
      {makes && <TakeOut />}
      <BringIn fillable={makes ? name : null} />
    </PageFrame>
  );
}
