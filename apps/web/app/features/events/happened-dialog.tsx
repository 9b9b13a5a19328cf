import type { CompanyEvent } from '@anupalan/contract/events/events';
import type { EventKind } from '@anupalan/contract/events/kinds';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { addressWith, companyIn } from '../../lib/company/company-address.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { ChooseKind } from './choose-kind.tsx';
import { EventForm } from './event-form.tsx';

/** Dialog that records an event: first what it was, then when and where; then it shows what that opened. */
export default function HappenedDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<EventKind | null>(null);
  const navigate = useNavigate();
  const { search } = useLocation();
  const finish = ({ _id }: CompanyEvent) => {
    onClose();
    navigate(addressWith(`/company/events?event=${_id}`, companyIn(search)));
  };
  return (
    <FormDialog opened title={kind?.name ?? 'What happened?'} onClose={onClose}>
      {(leave) =>
        kind ? (
          <EventForm kind={kind} onDone={finish} onBack={() => setKind(null)} onCancel={leave} />
        ) : (
          <ChooseKind onChoose={setKind} />
        )
      }
    </FormDialog>
  );
}
