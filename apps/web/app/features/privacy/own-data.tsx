import { Anchor, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '../../lib/company/company-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useDownloadOwnData } from './calls.ts';
import { EraseDialog } from './erase-dialog.tsx';

/** What is held about the viewer: to download, to correct, to erase (R-users-30 to R-users-32). */
export function OwnData() {
  const saving = useDownloadOwnData();
  const [erasing, { open, close }] = useDisclosure(false);
  return (
    <Panel
      title="Your data"
      text={
        <>
          What we hold about you, and for how long, is in our{' '}
          <Anchor component={Link} to="/privacy" inherit>
            privacy notice
          </Anchor>
          .
        </>
      }
    >
      <Text size="sm">
        Something is wrong? Change it with “Edit Profile” or in the company details; for anything else{' '}
        <Anchor component={Link} to="/contact" inherit>
          write to us
        </Anchor>
        .
      </Text>
      <Group gap="xs">
        <Button variant="light" loading={saving.isPending} onClick={() => saving.mutate()}>
          Download my data
        </Button>
        <Button variant="light" color="red" onClick={open}>
          Erase my account
        </Button>
      </Group>
      <EraseDialog opened={erasing} onClose={close} />
    </Panel>
  );
}
