import { Anchor, Button, Stack } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import toast from 'react-hot-toast';
import { installation } from '../../lib/installation.ts';
import { FactList } from '../../ui/lists/facts.tsx';
import { Panel } from '../../ui/panel.tsx';

const SUPPORT_HOURS = [
  ['Monday to Friday', '9:00-18:00 IST'],
  ['Saturday', '9:00-13:00 IST'],
  ['Sunday', 'Closed'],
] as const;

/** Support address, as a link that writes to it. */
export function SupportAddress() {
  return (
    <Anchor href={`mailto:${installation.supportEmail}`} inherit>
      {installation.supportEmail}
    </Anchor>
  );
}

/** Support address, hours and other ways to reach support (R-enquiries-1). */
export function ContactDetails() {
  return (
    <Stack gap="lg">
      <Panel title="Quick contact">
        <FactList
          facts={[
            ['Email', <SupportAddress key="email" />],
            ['Our answer', 'Within 24 business hours'],
          ]}
        />
      </Panel>
      <Panel title="Support hours">
        <FactList facts={SUPPORT_HOURS} />
      </Panel>
      <Panel title="Live chat" text="Talk to somebody of our support team.">
        <Button
          variant="light"
          leftSection={<IconMessageCircle size={18} stroke={1.7} aria-hidden />}
          onClick={() => toast('Live chat feature coming soon!')}
        >
          Start Live Chat
        </Button>
      </Panel>
    </Stack>
  );
}
