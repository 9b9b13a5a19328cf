import { KIND_NAMES } from '@anupalan/domain/telling/preferences';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link } from '../../lib/company/company-link.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FormCard } from '../../ui/forms/form-card.tsx';
import { Loading } from '../../ui/pages/loading.tsx';
import { useLinkToken } from '../auth/email-change/use-link-token.ts';
import { useSwitchByLink, useUnsubscribePreview } from './calls.ts';

/** Page of a mailed unsubscribe link: it says what would be switched off, and only its button does that (R-messages-10). */
export function UnsubscribePage() {
  const token = useLinkToken();
  const preview = useUnsubscribePreview(token);
  const switching = useSwitchByLink();
  if (token === '' || preview.isError) {
    return (
      <FormCard title="This link does nothing" below={<Choose />}>
        <FormAlert message={token === '' ? 'Please open the link of the mail again' : preview.error?.message} />
      </FormCard>
    );
  }
  const known = switching.data ?? preview.data;
  if (!token || !known) return <Loading />;
  const name = KIND_NAMES[known.kind];
  const title = known.on ? `Switch off ${name}?` : `You no longer get ${name}`;
  const switchTo = (on: boolean) => switching.mutate({ token, on });
  return (
    <FormCard title={title} below={<Choose />}>
      <Stack gap="md">
        <FormAlert message={switching.error?.message} />
        {known.on ? (
          <>
            <Text role="status">
              {switching.data ? 'It is switched on again.' : 'All other mail stays as it is. You need not sign in.'}
            </Text>
            <Button size="md" fullWidth loading={switching.isPending} onClick={() => switchTo(false)}>
              Switch off {name}
            </Button>
          </>
        ) : (
          <>
            <Text role="status">It is switched off, from now on and in all your companies.</Text>
            <Button size="md" fullWidth variant="default" loading={switching.isPending} onClick={() => switchTo(true)}>
              Switch it on again
            </Button>
          </>
        )}
      </Stack>
    </FormCard>
  );
}

function Choose() {
  return (
    <Anchor component={Link} to="/profile">
      Choose all that you are told
    </Anchor>
  );
}
