import { Center, Loader, Stack, Text } from '@mantine/core';

/**
 * Placeholder of a whole page, while its session or code loads (R-pages-2). As high as the window, so that the footer is
 * out of sight before the page comes as well, and doesn't move.
 */
export function Loading() {
  return (
    <Center mih="100dvh">
      <Stack align="center" gap="sm" role="status">
        <Loader size="sm" aria-hidden />
        <Text c="dimmed">Loading...</Text>
      </Stack>
    </Center>
  );
}
