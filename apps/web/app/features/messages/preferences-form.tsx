import { type OwnPreferences, Preferences } from '@anupalan/contract/telling/preferences';
import {
  CHOSEN_KINDS,
  type ChosenKind,
  EARLIEST_HOUR,
  KIND_LABELS,
  LATEST_HOUR,
} from '@anupalan/domain/telling/preferences';
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { Select } from '../../ui/select/select.tsx';

type Props = {
  /** What is saved; another key makes the form anew. */
  saved: Preferences;
  /** The kinds that there are to choose from; all without it. */
  kinds?: readonly ChosenKind[];
  /** What the viewer chose themselves, which the form says. */
  chosen?: OwnPreferences['chosen'];
  error: Error | null;
  busy: boolean;
  onSave: (preferences: Preferences) => void;
  /** Actions beside the button that saves. */
  children?: ReactNode;
};

/** What each kind has, and when it comes. */
const WORDS: Readonly<Record<ChosenKind, string>> = {
  digest: 'Once a day, when something is overdue, due, about to be due or waits for you.',
  monday: 'What the week brings. For owners and managers.',
  custom: 'What you set on an obligation yourself, at its minute.',
  escalation: 'What your colleagues have not done by its day, and again 1, 7 and 14 days later. For owners.',
};

const HOURS = Array.from({ length: LATEST_HOUR - EARLIEST_HOUR + 1 }, (_, index) => {
  const hour = String(EARLIEST_HOUR + index);
  return { value: hour, label: `${hour.padStart(2, '0')}:00` };
});

/** What somebody is told by mail, and at what hour (R-messages-1). */
export function PreferencesForm({
  saved,
  kinds: offered = CHOSEN_KINDS,
  chosen = [],
  error,
  busy,
  onSave,
  children,
}: Props) {
  const form = useContractForm(Preferences, {
    mode: 'controlled',
    name: 'preferences',
    initialValues: { hour: String(saved.hour), ...saved.kinds },
    toPayload: ({ hour, ...kinds }) => ({ hour: Number(hour), kinds }),
  });
  return (
    <form onSubmit={form.onSubmit(onSave)} noValidate>
      <Stack gap="md">
        <FormAlert message={messageAboutNoField(error)} />
        {offered.map((kind) => (
          <Checkbox
            key={kind}
            label={KIND_LABELS[kind]}
            description={describe(WORDS[kind], chosen.includes(kind))}
            {...form.getInputProps(kind, { type: 'checkbox' })}
          />
        ))}
        <Select
          label="Hour of the digest and the summary"
          description={describe('In India.', chosen.includes('hour'))}
          data={HOURS}
          allowDeselect={false}
          maw={280}
          {...form.getInputProps('hour')}
        />
        <Group gap="sm">
          <Button type="submit" variant="light" loading={busy}>
            Save
          </Button>
          {children}
        </Group>
      </Stack>
    </form>
  );
}

function describe(words: string, isChosen: boolean): string {
  return isChosen ? `${words} You chose this yourself.` : words;
}
