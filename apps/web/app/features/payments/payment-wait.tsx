import { Center, Loader, Stack, Text, Title } from '@mantine/core';

/** Page that only waits for the payment provider. */
export function PaymentWait({ title, text }: { title: string; text: string }) {
  return (
    <Center mih="60vh" px="md">
      <Stack align="center" gap="md" ta="center" role="status">
        <Loader aria-hidden />
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="dimmed">{text}</Text>
      </Stack>
    </Center>
  );
}
