import type { Extension } from '@anupalan/contract/due-days/extensions';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { Anchor, Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useAddressState } from '../../lib/use-address-state.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { RecordLine, RecordList } from '../../ui/lists/record-list.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { useExtensions, useTakeExtensionBack } from './calls.ts';

const ExtensionForm = lazy(() => import('./extension-form.tsx').then((module) => ({ default: module.ExtensionForm })));

/** Page of administrators: the new days that they published, and took back (R-due-dates-28). */
export function Extensions() {
  const [{ page = 1 }, change] = useAddressState(readPage);
  const { data, isPending, refetch } = useExtensions(page);
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <PageFrame
      title="Extensions"
      text="New days for single occurrences. One reaches every company that it covers, at once."
      action={
        <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={() => setOpened(true)}>
          Publish an extension
        </Button>
      }
    >
      {!data ? (
        <LoadingPanel what="extensions" failed={!isPending} onRetry={refetch} />
      ) : (
        <>
          <RecordList label="Extensions" count={data.extensions.length} empty="No extension was published yet." whole>
            {data.extensions.map((extension) => (
              <Line key={extension._id} extension={extension} />
            ))}
          </RecordList>
          <Pager
            page={page}
            pagination={data.pagination}
            nouns={['extensions', 'extension']}
            onPage={(to, options) => change({ page: to }, options)}
          />
        </>
      )}
      <FormDialog opened={opened} title="Publish an extension" onClose={close}>
        {(leave) => (
          <Suspense>
            <ExtensionForm onDone={close} onCancel={leave} />
          </Suspense>
        )}
      </FormDialog>
    </PageFrame>
  );
}

function Line({ extension }: { extension: Extension }) {
  const { _id, title, forDate, day, states, condition, authority, link, takenBackAt } = extension;
  const removal = useTakeExtensionBack();
  const [asking, setAsking] = useState(false);
  const words = `${title}: ${formatIsoDay(day)} for the occurrence of ${formatIsoDay(forDate)}`;
  const where = states.length === 0 ? 'All states' : states.join(', ');
  return (
    <RecordLine
      title={takenBackAt ? <s>{words}</s> : words}
      aside={
        takenBackAt && (
          <Text span size="sm" c="dimmed">
            Taken back
          </Text>
        )
      }
      detail={[where, condition && `for companies that meet this: ${condition}`].filter(Boolean).join(' · ')}
    >
      <Anchor href={link} target="_blank" rel="noopener noreferrer" size="sm">
        {authority}
      </Anchor>
      {!takenBackAt && (
        <Button variant="subtle" size="compact-sm" aria-label={`Take back: ${words}`} onClick={() => setAsking(true)}>
          Take back
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        action="Take back"
        question={`Are you sure you want to take this back? ${title} then falls due as before, for every company.`}
        busy={removal.isPending}
        onConfirm={() => removal.mutate(_id, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      />
    </RecordLine>
  );
}

function readPage(address: URLSearchParams): { page?: number } {
  const page = Number(address.get('page'));
  return Number.isInteger(page) && page > 1 ? { page } : {};
}
