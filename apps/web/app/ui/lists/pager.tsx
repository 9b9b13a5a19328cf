import type { BoundedPagination } from '@anupalan/contract/wire/primitives';
import { Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';

type Props = {
  /** Requested page, which may not have loaded yet. */
  page: number;
  pagination: BoundedPagination;
  /** Noun that is counted, in the plural and in the singular. */
  nouns: readonly [many: string, one: string];
  onPage: (page: number, options?: { replace: boolean }) => void;
};

/** Total with the links to the previous and next page; a page beyond the last leads to the last. */
export function Pager({ page, pagination, nouns, onPage }: Props) {
  const last = Math.max(1, pagination.pages);
  const isBeyond = page > last && pagination.page === page;
  useEffect(() => {
    if (isBeyond) onPage(last, { replace: true });
  }, [isBeyond, last, onPage]);

  return (
    <Group component="nav" aria-label="Pages" justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {describeTotal(pagination, nouns)}
      </Text>
      <Group gap="sm">
        <Button variant="default" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Text size="sm">
          Page {Math.min(page, last)} of {last.toLocaleString('en-GB')}
        </Text>
        <Button variant="default" size="sm" disabled={page >= last} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </Group>
    </Group>
  );
}

function describeTotal({ total, more }: BoundedPagination, [many, one]: Props['nouns']): string {
  return `${total.toLocaleString('en-GB')}${more ? '+' : ''} ${total === 1 ? one : many}`;
}
