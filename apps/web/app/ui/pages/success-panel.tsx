import { Center, Loader, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { IconDisc } from '../icon-disc.tsx';

/** Panel after the last step, until the next page opens. */
export function SuccessPanel({ text }: { text: string }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <Center py="lg" ref={panel} tabIndex={-1} role="status" style={{ outline: 'none' }}>
      <Stack align="center" gap="md" ta="center">
        <IconDisc size={56} color="teal">
          <IconCheck size={28} stroke={2.2} />
        </IconDisc>
        <Text fw={600} size="lg">
          {text}
        </Text>
        <Loader size="xs" type="dots" aria-hidden />
      </Stack>
    </Center>
  );
}
