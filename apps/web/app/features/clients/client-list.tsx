import { CLIENT_NEEDS, CLIENT_ORDERS, type ClientNeed, type ClientOrder } from '@anupalan/contract/people/clients';
import { VisuallyHidden } from '@mantine/core';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { SearchInput } from '../../ui/forms/search-input.tsx';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { Select } from '../../ui/select/select.tsx';
import { FETCHING_COMPANIES_FAILED, useClients } from './calls.ts';
import type { ClientListState } from './client-list-state.ts';
import { ClientRow } from './client-row.tsx';
import classes from './clients.module.css';

type Props = {
  state: ClientListState;
  onChange: (changes: Partial<ClientListState>, options?: { replace: boolean }) => void;
};

const NEED_LABELS: Readonly<Record<ClientNeed, string>> = {
  overdue: 'Something overdue',
  'due-soon': 'Due in 7 days',
  waiting: 'Waiting for a check',
};

const ORDER_LABELS: Readonly<Record<ClientOrder, string>> = {
  name: 'Name',
  overdue: 'Most overdue',
  'due-soon': 'Most due in 7 days',
  waiting: 'Most waiting',
  'on-time': 'Lowest on-time rate',
  'next-due': 'Next due',
};

/** Companies, one line each, found by name and need (R-clients-3). */
export function ClientList({ state, onChange }: Props) {
  const { page, search, needs, sort = 'name' } = state;
  const list = useClients({ page, search, needs, sort });
  useFailureToast(list.error, FETCHING_COMPANIES_FAILED);
  const { clients, pagination } = list.data ?? {};
  return (
    <>
      <search className={classes.filters}>
        <SearchInput
          label="Search"
          placeholder="Name of a company"
          value={search ?? ''}
          onSearch={(text) => onChange({ search: text || undefined }, { replace: true })}
        />
        <Select
          label="Show"
          placeholder="All companies"
          data={CLIENT_NEEDS.map((value) => ({ value, label: NEED_LABELS[value] }))}
          value={needs ?? null}
          onChange={(chosen) => onChange({ needs: chosen ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': 'All companies' }}
        />
        <Select
          label="Sort by"
          data={CLIENT_ORDERS.map((value) => ({ value, label: ORDER_LABELS[value] }))}
          value={sort}
          onChange={(chosen) => onChange({ sort: chosen === 'name' ? undefined : (chosen ?? undefined) })}
          allowDeselect={false}
        />
      </search>
      <ListFrame
        what="companies"
        length={clients?.length}
        stale={list.isPlaceholderData}
        failed={list.isError}
        onRetry={list.refetch}
        empty={search || needs ? 'No company matches these filters.' : 'You are in no company yet.'}
      >
        <table className={classes.table}>
          <thead className={classes.head}>
            <tr>
              <th scope="col">Company</th>
              <th scope="col">Overdue</th>
              <th scope="col">Due in 7 days</th>
              <th scope="col">To check</th>
              <th scope="col">On time, 12 months</th>
              <th scope="col">Next due</th>
              <th scope="col">
                <VisuallyHidden>Status report</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {clients?.map((client) => (
              <ClientRow key={client._id} client={client} />
            ))}
          </tbody>
        </table>
      </ListFrame>
      {pagination && (
        <Pager
          page={page}
          pagination={pagination}
          nouns={['companies', 'company']}
          onPage={(to, options) => onChange({ page: to }, options)}
        />
      )}
    </>
  );
}
