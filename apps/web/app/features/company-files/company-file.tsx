import { can } from '@anupalan/domain/permissions';
import { Text } from '@mantine/core';
import { useActor } from '../../lib/session/actor.ts';
import { useSession } from '../../lib/session/session.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { Panel } from '../../ui/panel.tsx';
import { BringIn } from './bring-in.tsx';
import { TakeOut } from './take-out.tsx';

/** Page on which a whole company leaves as a file, or comes in from one (R-company-files-9). */
export function CompanyFile() {
  const { member } = useSession();
  const makes = can(useActor(), 'company-files.make') && member?.companyId != null;
  const name = member?.companyName ?? 'your company';
  return (
    <PageFrame title="The whole company" text="Everything in one file, to keep or to move to another Anupalan.">
      {makes ? (
        <TakeOut />
      ) : (
        member?.companyId != null && (
          <Panel title="Take the company’s data out">
            <Text size="sm" c="dimmed">
              The owner of {name} does that here, with the password, as the file has all that the company keeps.
            </Text>
          </Panel>
        )
      )}
      <BringIn fillable={makes ? name : null} />
    </PageFrame>
  );
}
