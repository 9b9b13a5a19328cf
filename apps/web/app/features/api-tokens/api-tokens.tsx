import type { ApiToken } from '@anupalan/contract/people/api-tokens';
import { can, canCall } from '@anupalan/domain/permissions';
import { Anchor, Button, Checkbox, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { useCompany } from '../../lib/session/company.ts';
import { RecordList } from '../../ui/lists/record-list.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useApiTokens, useChangeTokenPolicy } from './calls.ts';
import { TokenLine } from './token-line.tsx';

/** Lazy, because it is opened once a program. */
const CreateToken = lazy(() => import('./create-token.tsx').then((module) => ({ default: module.CreateToken })));

/** Section of the API tokens of the company (R-tokens-6). */
export default function ApiTokens() {
  const { data, isPending, refetch } = useApiTokens();
  return (
    <Panel
      title="API tokens"
      text={
        <>
          With a token a program works in your name, in this company alone and with what you allow it.{' '}
          <Anchor href="/api/docs" inherit>
            See all calls
          </Anchor>
          .
        </>
      }
    >
      {data ? <Tokens {...data} /> : <LoadingPanel what="API tokens" failed={!isPending} onRetry={refetch} />}
    </Panel>
  );
}

function Tokens({ tokens, allowed }: { tokens: readonly ApiToken[]; allowed: boolean }) {
  const actor = useActor();
  const company = useCompany();
  const [creating, setCreating] = useState(false);
  const seesAll = can(actor, 'api-tokens.list', { userId: '' });
  const mayCreate = company !== null && canCall(actor, 'api-tokens.create');
  return (
    <>
      {!allowed && (
        <Text size="sm" c="var(--tone-waiting)" role="status">
          The owner of this company does not allow API tokens. None can be made, and those that are there do not work.
        </Text>
      )}
      <RecordList label="API tokens" count={tokens.length} empty="No program works with this company yet.">
        {tokens.map((token) => (
          <TokenLine key={token._id} token={token} named={seesAll && token.userId !== actor?.userId} />
        ))}
      </RecordList>
      {mayCreate && (
        <div>
          <Button
            variant="default"
            leftSection={<IconKey size={17} stroke={1.7} aria-hidden />}
            disabled={!allowed}
            onClick={() => setCreating(true)}
          >
            Create API token
          </Button>
        </div>
      )}
      {canCall(actor, 'api-tokens.change-policy') && <Policy allowed={allowed} />}
      <Suspense>{creating && actor && <CreateToken actor={actor} onClose={() => setCreating(false)} />}</Suspense>
    </>
  );
}

function Policy({ allowed }: { allowed: boolean }) {
  const changing = useChangeTokenPolicy();
  return (
    <Checkbox
      label="People of this company may use API tokens"
      description="When this is off no token of the company works, not even one that was made before."
      checked={changing.isPending ? changing.variables : allowed}
      disabled={changing.isPending}
      onChange={({ currentTarget }) => changing.mutate(currentTarget.checked)}
    />
  );
}
