import type { Scope } from '@anupalan/domain/permissions/scopes';
import { Checkbox, Fieldset, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './api-tokens.module.css';
import { groupScopes } from './scope-words.ts';

type Props = {
  offered: readonly Scope[];
  chosen: readonly Scope[];
  onChange: (chosen: Scope[]) => void;
  error: ReactNode;
};

/** Choice of what a token may read and change, in plain words (R-tokens-4). */
export function ScopeChoice({ offered, chosen, onChange, error }: Props) {
  const box = (scope: Scope | undefined, verb: string, words: string) =>
    scope && (
      <Checkbox
        label={verb}
        aria-label={`${verb}: ${words}`}
        checked={chosen.includes(scope)}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
        }
      />
    );
  return (
    <div className={classes.groups}>
      {groupScopes(offered).map(({ title, lines }) => (
        <Fieldset key={title} legend={title} variant="unstyled">
          {lines.map(({ words, read, write }) => (
            <div key={words} className={classes.scope}>
              <span>{words}</span>
              <span className={classes.verb}>{box(read, 'Read', words)}</span>
              <span className={classes.verb}>{box(write, 'Change', words)}</span>
            </div>
          ))}
        </Fieldset>
      ))}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}
