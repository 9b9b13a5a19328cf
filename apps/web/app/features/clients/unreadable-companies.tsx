import type { UnreadableCompany } from '@anupalan/contract/people/clients';
import { Text } from '@mantine/core';

/** Companies that can't be read, below those that can (R-clients-7); nothing where all can. */
export function UnreadableCompanies({ companies }: { companies: readonly UnreadableCompany[] }) {
  if (companies.length === 0) return null;
  const names = companies.map(({ companyName }) => companyName).join(', ');
  return (
    <Text size="sm" c="dimmed" role="status">
      Can’t be read at the moment: {names}. Please write to support.
    </Text>
  );
}
