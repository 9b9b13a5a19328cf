import type { Membership } from '@anupalan/contract/people/memberships';
import { MEMBER_ROLE_LABELS } from '@anupalan/domain/members';
import { Combobox, type ComboboxStore, Loader, Text, useCombobox } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { TabCompany } from '../../lib/session/company.ts';
import { useSession } from '../../lib/session/session.tsx';
import { useRenderedWithList } from '../../ui/select/use-rendered-with-list.ts';
import { useMemberships } from './calls.ts';
import { CompanyButton, PLAN_LABELS } from './company-button.tsx';
import classes from './company-switcher.module.css';

const AddCompanyDialog = lazy(() => import('./add-company-dialog.tsx'));

/** Number of companies from which on the list can be searched (R-pages-37). */
const SEARCHED_FROM = 8;

const ADD = 'add';

/** List of the person's companies, in the bar of who has several: goes on in another one (R-pages-37). */
export default function CompanySwitcher({ company }: { company: TabCompany }) {
  const { enterCompany } = useSession();
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState(false);
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setSearch('');
    },
  });
  const listRef = useRenderedWithList();
  const memberships = useMemberships({ enabled: combobox.dropdownOpened });
  const all = memberships.data ?? [];
  const found = all.filter(({ companyName }) => matches(companyName, search));

  function choose(value: string) {
    combobox.closeDropdown();
    if (value === ADD) return setAdding(true);
    const chosen = all.find(({ companyId }) => companyId === value);
    if (chosen && chosen.companyId !== company.id) enterCompany(chosen);
  }

  return (
    <>
      <Combobox
        store={combobox}
        onOptionSubmit={choose}
        position="bottom-start"
        width="min(340px, calc(100vw - 32px))"
        shadow="lg"
        radius="md"
        withinPortal={false}
        floatingStrategy="fixed"
      >
        <Combobox.Target targetType="button" aria-expanded={combobox.dropdownOpened}>
          <CompanyButton name={company.name} plan={company.plan} onClick={() => combobox.toggleDropdown()} />
        </Combobox.Target>
        <Combobox.Dropdown className={classes.dropdown}>
          {all.length >= SEARCHED_FROM && (
            <Combobox.Search
              value={search}
              onChange={({ currentTarget }) => {
                setSearch(currentTarget.value);
                combobox.selectFirstOption();
              }}
              placeholder="Search companies"
              aria-label="Search companies"
            />
          )}
          <Combobox.Options ref={listRef} aria-label="Companies" className={classes.options}>
            {memberships.isPending && (
              <Combobox.Empty>
                <Loader size="xs" aria-label="Loading your companies" />
              </Combobox.Empty>
            )}
            {memberships.isError && <Combobox.Empty>{memberships.error.message}</Combobox.Empty>}
            {memberships.data && found.length === 0 && <Combobox.Empty>No such company</Combobox.Empty>}
            {found.map((membership) => (
              <CompanyOption
                key={membership.companyId}
                membership={membership}
                isPresent={membership.companyId === company.id}
              />
            ))}
            <Combobox.Option value={ADD} className={classes.add}>
              <IconPlus size={16} stroke={2} aria-hidden />
              Add a company
            </Combobox.Option>
          </Combobox.Options>
          {all.length > 0 && <BeginAtPresent combobox={combobox} />}
        </Combobox.Dropdown>
      </Combobox>
      {adding && (
        <Suspense>
          <AddCompanyDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Has the keys begin at the company that is open, once the options beside it are there; a key that was pressed before
 * counts. What is chosen and what is shown as chosen change together, else Enter would take another than is seen.
 */
function BeginAtPresent({ combobox }: { combobox: ComboboxStore }) {
  const begin = useEffectEvent(() => {
    if (combobox.getSelectedOptionIndex() === -1) combobox.selectActiveOption();
  });
  useEffect(() => begin(), []);
  return null;
}

function CompanyOption({ membership, isPresent }: { membership: Membership; isPresent: boolean }) {
  const { companyId, companyName, role, plan } = membership;
  return (
    <Combobox.Option value={companyId} active={isPresent} className={classes.option}>
      <span className={classes.words}>
        <Text component="span" size="sm" fw={600} truncate>
          {companyName}
        </Text>
        <Text component="span" size="xs" className={classes.role}>
          {MEMBER_ROLE_LABELS[role]} · {PLAN_LABELS[plan]}
        </Text>
      </span>
      {isPresent && <IconCheck size={16} stroke={2.2} aria-label="Open here" />}
    </Combobox.Option>
  );
}

function matches(name: string, search: string): boolean {
  return name.toLowerCase().includes(search.trim().toLowerCase());
}
