import { MAX_WEBHOOKS, type Webhook, type WebhookWithSecret } from '@anupalan/contract/telling/webhooks';
import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { RecordList } from '../../ui/lists/record-list.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useWebhooks } from './calls.ts';
import { WebhookLine } from './webhook-line.tsx';

/** Lazy, because each is opened now and then. */
const WebhookForm = lazy(() => import('./webhook-form.tsx').then((module) => ({ default: module.WebhookForm })));
const WebhookSecret = lazy(() => import('./webhook-secret.tsx').then((module) => ({ default: module.WebhookSecret })));
const WebhookLog = lazy(() => import('./webhook-log.tsx').then((module) => ({ default: module.WebhookLog })));

/** Section of the addresses that are called when something happens in the company (R-webhooks-1). */
export default function Webhooks() {
  const { data, isPending, refetch } = useWebhooks();
  return (
    <Panel
      title="Webhooks"
      text="Tell a program of yours when something happens here: it is called with ids and asks for what it needs."
    >
      {data ? <List webhooks={data} /> : <LoadingPanel what="webhooks" failed={!isPending} onRetry={refetch} />}
    </Panel>
  );
}

function List({ webhooks }: { webhooks: readonly Webhook[] }) {
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null);
  const [secret, setSecret] = useState<WebhookWithSecret | null>(null);
  const [logged, setLogged] = useState<string | null>(null);
  const shown = webhooks.find(({ _id }) => _id === logged);
  const close = () => setEdited(null);
  const isFull = webhooks.length >= MAX_WEBHOOKS;
  return (
    <>
      <RecordList label="Webhooks" count={webhooks.length} empty="No program is called yet.">
        {webhooks.map((webhook) => (
          <WebhookLine
            key={webhook._id}
            webhook={webhook}
            onEdit={setEdited}
            onLog={({ _id }) => setLogged(_id)}
            onSecret={setSecret}
          />
        ))}
      </RecordList>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={17} stroke={1.7} aria-hidden />}
          disabled={isFull}
          onClick={() => setEdited('new')}
        >
          Add a webhook
        </Button>
      </div>
      {isFull && (
        <Text size="sm" c="dimmed">
          There are {MAX_WEBHOOKS} webhooks, as many as there may be. Delete one that nothing listens to any more.
        </Text>
      )}
      <FormDialog
        opened={edited !== null}
        title={edited === 'new' ? 'Add a webhook' : 'Change the webhook'}
        onClose={close}
      >
        {(leave) => (
          <Suspense>
            <WebhookForm
              webhook={edited === 'new' ? null : edited}
              onAdded={(made) => {
                close();
                setSecret(made);
              }}
              onChanged={close}
              onCancel={leave}
            />
          </Suspense>
        )}
      </FormDialog>
      <Suspense>{secret && <WebhookSecret webhook={secret} onClose={() => setSecret(null)} />}</Suspense>
      <Suspense>{shown && <WebhookLog webhook={shown} onClose={() => setLogged(null)} />}</Suspense>
    </>
  );
}
