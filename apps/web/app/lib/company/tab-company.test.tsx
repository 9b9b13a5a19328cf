import { listActs } from '@anupalan/contract/acts';
import { logout } from '@anupalan/contract/auth';
import { addState } from '@anupalan/contract/companies';
import { getOwnProfile } from '@anupalan/contract/users';
import { NO_MEMBER } from '@anupalan/domain/permissions/no-member';
import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { useNavigate } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { acknowledgement, failure, hold, serve, success } from '../../../test/fake-server.ts';
import { makeMember, makeUser } from '../../../test/people.ts';
import { Address, show } from '../../../test/show.tsx';
import { request } from '../api/api.ts';
import { callQuery } from '../api/call-query.ts';
import { useCall } from '../api/use-call.ts';
import { useCompany } from '../session/company.ts';
import { useSession } from '../session/session.tsx';
import { Link } from './company-link.tsx';

const ASHA = makeUser('Asha');
const OWN = '01990000-0000-7000-8000-00000000c001';
const OTHER = '01990000-0000-7000-8000-00000000c002';
const NAMES: Readonly<Record<string, string>> = { [OWN]: 'Kulkarni Textiles', [OTHER]: 'Deccan Foods' };

/** Number of companies that the server says Asha has. */
let companies: number;

beforeEach(() => {
  companies = 2;
  localStorage.setItem('token', 'asha');
  serve(getOwnProfile, ({ company }) => {
    const companyId = company ?? OWN;
    if (!NAMES[companyId]) return failure(403, NO_MEMBER);
    return success({ user: ASHA, member: makeMember({ companyId, companyName: NAMES[companyId], companies }) });
  });
  serve(logout, acknowledgement);
});

const actsQuery = callQuery(listActs, {}, ({ data }) => data.length);

function Page() {
  const { companyState, signOut, enterCompany } = useSession();
  const company = useCompany();
  const acts = useQuery(actsQuery);
  const navigate = useNavigate();
  const adding = useCall({ send: (state: string) => request(addState, { body: { state } }) });
  return (
    <>
      <Address />
      <h1>{companyState === 'foreign' ? 'Not a member' : (company?.name ?? 'Nothing yet')}</h1>
      <p>{acts.data} acts</p>
      <input aria-label="Note" />
      <Link to="/profile">Profile</Link>
      <button type="button" onClick={() => navigate('/users?page=2')}>
        Users
      </button>
      <button type="button" onClick={() => adding.mutate('Goa')}>
        Add Goa
      </button>
      <button
        type="button"
        onClick={() =>
          enterCompany({
            companyId: OTHER,
            companyName: 'Deccan Foods',
            role: 'viewer',
            plan: 'free',
            until: null,
            frozen: false,
          })
        }
      >
        Enter
      </button>
      <button type="button" onClick={signOut}>
        Sign out
      </button>
    </>
  );
}

function showPage(at: string) {
  const asked = serve(listActs, () => success([]));
  return { user: show(<Page />, { at }), asked };
}

function address() {
  return screen.getByLabelText('Address').textContent;
}

async function findCompany(name: string) {
  await screen.findByRole('heading', { name });
}

test('who has one company never sees it in the address, also not that of a link', async () => {
  companies = 1;
  showPage(`/dashboard?company=${OWN}&item=1`);
  await findCompany('Kulkarni Textiles');
  await waitFor(() => expect(address()).toBe('/dashboard?item=1'));
  expect(screen.getByRole('link').getAttribute('href')).toBe('/profile');
});

test('who has several opens the one used last, and links and navigations stay in it', async () => {
  localStorage.setItem('usedCompanies', JSON.stringify([[ASHA._id, OTHER]]));
  const { user, asked } = showPage('/dashboard?item=1');
  await findCompany('Deccan Foods');
  expect(address()).toBe(`/dashboard?item=1&company=${OTHER}`);
  expect(screen.getByRole('link').getAttribute('href')).toBe(`/profile?company=${OTHER}`);
  await user.click(screen.getByRole('button', { name: 'Users' }));
  await waitFor(() => expect(address()).toBe(`/users?page=2&company=${OTHER}`));
  await findCompany('Deccan Foods');
  await waitFor(() => expect(asked.at(-1)?.company).toBe(OTHER));
});

test('what was taken out of the address by hand does not come back with the company', async () => {
  const held = hold(() => success({ user: ASHA, member: makeMember({ companies }) }));
  serve(getOwnProfile, held.answering);
  showPage('/dashboard#secret');
  window.history.replaceState(window.history.state, '', '/dashboard');
  held.letGo();
  await waitFor(() => expect(address()).toBe(`/dashboard?company=${OWN}`));
  expect(window.location.hash).toBe('');
});

test('a page that a mailed link leads to is about the person, and keeps its address', async () => {
  localStorage.setItem('usedCompanies', JSON.stringify([[ASHA._id, OTHER]]));
  showPage('/invitation');
  await findCompany('Kulkarni Textiles');
  expect(address()).toBe('/invitation');
});

test('the next page of the session opens with the company of this tab', async () => {
  showPage(`/dashboard?company=${OTHER}`);
  await findCompany('Deccan Foods');
  await waitFor(() => expect(localStorage.getItem('company')).toBe(OTHER));
});

test('another company begins anew, with answers of its own', async () => {
  const { user, asked } = showPage(`/dashboard?company=${OWN}`);
  await findCompany('Kulkarni Textiles');
  await screen.findByText('0 acts');
  await user.type(screen.getByLabelText('Note'), 'of Kulkarni');
  await user.click(screen.getByRole('button', { name: 'Enter' }));
  await findCompany('Deccan Foods');
  expect(address()).toBe(`/dashboard?company=${OTHER}`);
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('');
  await waitFor(() => expect(asked.map(({ company }) => company)).toEqual([OWN, OTHER]));
});

test('a change that began in one company ends in it, and only there something is asked again', async () => {
  const held = hold(() => failure(409, 'State already added'));
  const sent = serve(addState, held.answering);
  const { user } = showPage(`/dashboard?company=${OWN}`);
  await findCompany('Kulkarni Textiles');
  await user.click(screen.getByRole('button', { name: 'Add Goa' }));
  await user.click(screen.getByRole('button', { name: 'Enter' }));
  await findCompany('Deccan Foods');
  held.letGo();
  expect(await screen.findByText('State already added')).toBeTruthy();
  expect(sent.map(({ company }) => company)).toEqual([OWN]);
});

test('nonsense says so, and the person stays signed in', async () => {
  showPage('/dashboard?company=nonsense');
  await findCompany('Not a member');
  expect(localStorage.getItem('token')).toBe('asha');
});

test('who is removed under an open page is told so by the next call', async () => {
  const { user } = showPage(`/dashboard?company=${OTHER}`);
  await findCompany('Deccan Foods');
  serve(getOwnProfile, ({ company }) =>
    company === OTHER ? failure(403, NO_MEMBER) : success({ user: ASHA, member: makeMember() }),
  );
  serve(addState, () => failure(403, NO_MEMBER));
  await user.click(screen.getByRole('button', { name: 'Add Goa' }));
  await findCompany('Not a member');
});

test('who signs out leaves no company in the address, nor for the next one', async () => {
  const { user } = showPage(`/dashboard?company=${OTHER}`);
  await findCompany('Deccan Foods');
  await waitFor(() => expect(localStorage.getItem('company')).toBe(OTHER));
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(address()).toBe('/login'));
  expect(localStorage.getItem('company')).toBeNull();
});

test('another session leaves the company of the last one behind', async () => {
  showPage(`/dashboard?company=${OTHER}`);
  await findCompany('Deccan Foods');
  companies = 1;
  localStorage.setItem('token', 'ravi');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
  await findCompany('Kulkarni Textiles');
  await waitFor(() => expect(address()).toBe('/dashboard'));
});
