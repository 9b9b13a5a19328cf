import { Center, Loader, Stack, Text } from '@mantine/core';

/** A whole page that waits for the session or for its code. */
export function Loading() {
  return (
    <Center mih="60vh">
      <Stack align="center" gap="sm" role="status">
        <Loader size="sm" aria-hidden />
        <Text c="dimmed">Loading...</Text>
      </Stack>
    </Center>
  );
}
