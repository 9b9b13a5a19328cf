import { listMemberships } from '@anupalan/contract/people/memberships';
import { getOwnProfile } from '@anupalan/contract/users';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve, success } from '../../../test/fake-server.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { Address, show } from '../../../test/show.tsx';
import { useCompany } from '../../lib/session/company.ts';
import CompanySwitcher from './company-switcher.tsx';

const OTHER = '0199f000-0000-7000-8000-000000000002';

function Page() {
  const company = useCompany();
  return (
    <>
      {company && <CompanySwitcher company={company} />}
      <Address />
    </>
  );
}

/** The option of a company, at the moment when it is drawn and before anything that follows from that. */
function nextOption(name: string): Promise<Element> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const option = screen.queryAllByRole('option').find(({ textContent }) => textContent?.includes(name));
      if (!option) return;
      observer.disconnect();
      resolve(option);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

test('a key that is pressed as soon as the companies are listed counts, and Enter takes what is shown', async () => {
  localStorage.setItem('token', 'asha');
  const member = makeMember({ companies: 2 });
  const more = { role: 'owner', plan: 'free', until: null, frozen: false } as const;
  const { companyId, companyName } = member;
  serve(getOwnProfile, () => success({ user: makeUser('Asha'), member }));
  serve(listMemberships, () =>
    success([
      { companyId: companyId ?? '', companyName: companyName ?? '', ...more },
      { companyId: OTHER, companyName: 'Vindhya Foods', ...more },
    ]),
  );
  show(<Page />);
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toContain(companyId));
  const press = (code: string) => fireEvent.keyDown(screen.getByRole('button', { name: /^Company: / }), { code });
  const listed = nextOption('Vindhya Foods');
  press('ArrowDown');
  const other = await listed;
  press('ArrowDown');
  if (!other.hasAttribute('data-combobox-selected')) press('ArrowDown');
  expect(other.hasAttribute('data-combobox-selected')).toBe(true);
  // Whatever the list does of itself is over.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(other.hasAttribute('data-combobox-selected')).toBe(true);
  press('Enter');
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toContain(OTHER));
});
