import { Center, Loader, Stack, Text } from '@mantine/core';
import { LOADING } from '../../lib/not-loaded.ts';

/**
 * Placeholder of a whole page, while its session or code loads (R-pages-2). As high as the window, so that the footer is
 * out of sight before the page comes as well, and doesn't move.
 */
export function Loading() {
  return (
    <Center mih="100dvh" {...{ [LOADING]: true }}>
      <Stack align="center" gap="sm" role="status">
        <Loader size="sm" aria-hidden />
        <Text component="h1" c="dimmed">
          Loading...
        </Text>
      </Stack>
    </Center>
  );
}
