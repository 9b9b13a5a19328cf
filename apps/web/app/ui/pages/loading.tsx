import { Center, Loader, Stack, Text } from '@mantine/core';

/** Placeholder of a whole page, while its session or code loads (R-pages-2). */
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
