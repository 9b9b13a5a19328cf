import type { NewCalendarFeed } from '@anupalan/contract/connections/calendar-feeds';
import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { CopyField } from '../../ui/forms/copy-field.tsx';
import classes from './calendar-feeds.module.css';
import { CALENDARS } from './calendar-steps.ts';

type Props = { feed: NewCalendarFeed; name: string; onClose: () => void };

/** Private address of a calendar, shown this once, with what to do with it in each program (R-calendar-feeds-3). */
export function NewAddress({ feed: { address }, name, onClose }: Props) {
  return (
    <Dialog opened onClose={onClose} closeOnClickOutside={false} title={name} size={560}>
      <Stack gap="lg" px={{ base: 16, sm: 24 }} py="lg">
        <Text size="sm">
          Copy this address into your calendar. <b>It is not shown again.</b> Whoever has it can read this calendar, so
          give it to nobody.
        </Text>
        <CopyField label="Private address" value={address} />
        {isOfThisMachine(address) && (
          <Text size="sm" c="var(--tone-waiting)">
            This address leads to this machine alone: Google and Outlook on the web can't reach it, calendars on this
            machine can.
          </Text>
        )}
        <Steps />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Steps() {
  return (
    <Tabs defaultValue={CALENDARS[0]?.name ?? null} keepMounted={false}>
      <Tabs.List aria-label="Your calendar">
        {CALENDARS.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {CALENDARS.map(({ name, steps, note }) => (
        <Tabs.Panel key={name} value={name} pt="md">
          <ol className={classes.steps}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <Text size="sm" c="dimmed" mt="sm">
            {note}
          </Text>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function isOfThisMachine(address: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname);
}
