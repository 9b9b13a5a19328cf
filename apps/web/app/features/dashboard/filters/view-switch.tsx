import { UnstyledButton } from '@mantine/core';
import type { View } from '../table/group-rows.ts';
import classes from './view-switch.module.css';

const LABELS: Readonly<Record<View, string>> = { act: 'By act', day: 'By day', person: 'By person' };

type Props = {
  view: View;
  /** Ways that there are, for who is alone not by person. */
  views: readonly View[];
  onView: (view: View) => void;
};

/** Switch between the ways to group the table (R-tracker-32). */
export function ViewSwitch({ view, views, onView }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame, and no form stands around this one
    <div role="group" aria-label="Group by" className={classes.switch}>
      {views.map((choice) => (
        <UnstyledButton
          key={choice}
          className={classes.choice}
          aria-pressed={choice === view}
          onClick={() => onView(choice)}
        >
          {LABELS[choice]}
        </UnstyledButton>
      ))}
    </div>
  );
}
