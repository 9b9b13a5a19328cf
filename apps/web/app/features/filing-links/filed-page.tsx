import type { FilingPreview } from '@anupalan/contract/connections/filing-links';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../lib/api/api.ts';
import { useSession } from '../../lib/session/session.tsx';
import { fullNameOf } from '../../lib/text/person-name.ts';
import { FormCard } from '../../ui/forms/form-card.tsx';
import { FactList } from '../../ui/lists/facts.tsx';
import { Loading } from '../../ui/pages/loading.tsx';
import { useLinkToken } from '../auth/email-change/use-link-token.ts';
import { useFilingPreview } from './calls.ts';
import { FiledForm } from './filed-form.tsx';

/** Page of a mailed link by which somebody says that an occurrence is filed (R-filing-links-2). */
export function FiledPage() {
  const token = useLinkToken();
  const preview = useFilingPreview(token);
  if (token === '') {
    return <Closed title="Open the link of the mail again" text="This address is not complete: it has no link." />;
  }
  if (token !== undefined && preview.data) return <Filing key={token} token={token} preview={preview.data} />;
  if (preview.isError) {
    const isRefused = preview.error instanceof ApiError && preview.error.status >= 400 && preview.error.status < 500;
    return (
      <Closed title={isRefused ? "This link can't be used" : 'Something went wrong'} text={preview.error.message}>
        {!isRefused && (
          <Button variant="default" onClick={() => preview.refetch()}>
            Try again
          </Button>
        )}
      </Closed>
    );
  }
  return <Loading />;
}

function Filing({ token, preview }: { token: string; preview: FilingPreview }) {
  const [outcome, setOutcome] = useState<'recorded' | 'waiting'>();
  const { title, act, day, legalDay, companyName, person } = preview;
  const due = day === legalDay ? formatIsoDay(day) : `${formatIsoDay(legalDay)}, moved from ${formatIsoDay(day)}`;
  return (
    <FormCard
      title={outcome ? 'Recorded' : 'Is this filed?'}
      {...(!outcome && { text: 'Nothing is recorded before you say so.' })}
      below={<ToApplication preview={preview} />}
    >
      <FactList
        facts={[
          ['Obligation', title],
          ['Act', act],
          ['Due', due],
          ['Company', companyName],
          [outcome ? 'Recorded by' : 'Recorded as', fullNameOf(person)],
        ]}
      />
      {outcome ? (
        <Alert
          color="teal"
          variant="light"
          role="status"
          title={outcome === 'waiting' ? 'Done, to be checked' : 'Done'}
        >
          {outcome === 'waiting'
            ? 'It counts once a colleague has checked it. You can close this page.'
            : 'You can close this page.'}
        </Alert>
      ) : (
        <FiledForm token={token} preview={preview} onFiled={setOutcome} />
      )}
    </FormCard>
  );
}

function ToApplication({ preview: { companyId, itemId, day } }: { preview: FilingPreview }) {
  const to = `/dashboard?company=${companyId}&item=${itemId}&on=${day.slice(0, 10)}`;
  return (
    <Anchor component={Link} to={to} inherit>
      Open it in Anupalan
    </Anchor>
  );
}

type ClosedProps = { title: string; text: string; children?: ReactNode };

function Closed({ title, text, children }: ClosedProps) {
  const { user } = useSession();
  return (
    <FormCard title={title}>
      <Text role="alert">{text}</Text>
      <Text c="dimmed" size="sm">
        What is due can also be recorded after signing in.
      </Text>
      <Group gap="sm">
        <Button component={Link} to={user ? '/dashboard' : '/login'}>
          {user ? 'Go to your dashboard' : 'Sign In'}
        </Button>
        {children}
      </Group>
    </FormCard>
  );
}
