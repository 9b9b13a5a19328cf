import { Fieldset, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form-section.module.css';

export function FormSection({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Fieldset legend={title} variant="unstyled" mx={0} classNames={{ legend: classes.legend }}>
      <Stack gap="md">
        {text && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
        {children}
      </Stack>
    </Fieldset>
  );
}
