import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link } from '../../../lib/company/company-link.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { FormCard } from '../../../ui/forms/form-card.tsx';
import { useStopEmailChange } from './calls.ts';
import { useLinkToken } from './use-link-token.ts';

/** Page of the link that stops a change of address; only its button changes something (R-accounts-64, R-accounts-69). */
export function StopEmailChange() {
  const token = useLinkToken();
  const stopping = useStopEmailChange();
  if (stopping.isSuccess) {
    return (
      <FormCard title="The change was stopped" text="Your email address stays as it is.">
        <Text role="status">
          Somebody was signed in to your account when they asked for the change. If that was not you,{' '}
          <Anchor component={Link} to="/forgot-password">
            reset your password
          </Anchor>
          : that signs out everybody.
        </Text>
      </FormCard>
    );
  }
  return (
    <FormCard
      title="Stop the change of your email address?"
      text="Your account keeps the address that it has. The code for the new address no longer works."
    >
      <Stack gap="md">
        <FormAlert message={token === '' ? 'Please open the link of the mail again' : stopping.error?.message} />
        <Button
          size="md"
          fullWidth
          disabled={!token}
          loading={stopping.isPending}
          onClick={() => token && stopping.mutate(token)}
        >
          Stop the change
        </Button>
      </Stack>
    </FormCard>
  );
}
