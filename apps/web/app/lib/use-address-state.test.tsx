import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Address, pass, show, travel } from '../../test/show.tsx';
import { SearchInput } from '../ui/forms/search-input.tsx';
import { readPage } from './address-state.ts';
import { useAddressState } from './use-address-state.ts';

/** Pause in ms before a search is asked for. */
const PAUSE_MS = 300;

function read(params: URLSearchParams) {
  return { page: readPage(params), search: params.get('search') ?? '' };
}

function People() {
  const [{ page, search }, change] = useAddressState(read);
  return (
    <>
      <SearchInput label="Search" value={search} onSearch={(typed) => change({ search: typed })} />
      <output aria-label="Shown">{`${search || 'everybody'}, page ${page}`}</output>
      <button type="button" onClick={() => change({ page: page + 1 })}>
        Next
      </button>
      <button type="button" onClick={() => change({ page: 1 }, { replace: true })}>
        Instead
      </button>
      <button
        type="button"
        onClick={() => {
          change({ search: 'asha' });
          change({ page: 2 });
        }}
      >
        Both
      </button>
      <Address />
    </>
  );
}

function shown() {
  return screen.getByRole('status', { name: 'Shown' }).textContent;
}

function address() {
  return screen.getByRole('status', { name: 'Address' }).textContent;
}

function click(user: ReturnType<typeof show>, name: string) {
  return user.click(screen.getByRole('button', { name }));
}

test('an address says what is shown, and makes the best of what can not be', () => {
  show(<People />, { at: '/users?search=asha&page=-3' });
  expect(shown()).toBe('asha, page 1');
});

test('a change leaves the company that the address names', async () => {
  const user = show(<People />, { at: '/users?company=c1&search=asha' });
  await click(user, 'Next');
  expect(address()).toBe('/users?page=2&search=asha&company=c1');
});

test('a change is a step that Back takes back and Forward does again', async () => {
  const user = show(<People />, { at: '/users?search=asha' });
  await click(user, 'Next');
  await click(user, 'Next');
  expect([shown(), address()]).toEqual(['asha, page 3', '/users?page=3&search=asha']);
  await travel(-1);
  expect(shown()).toBe('asha, page 2');
  await travel(-1);
  expect([shown(), address()]).toEqual(['asha, page 1', '/users?search=asha']);
  await travel(2);
  expect(shown()).toBe('asha, page 3');
});

test('a change that replaces is no step', async () => {
  const user = show(<People />, { at: '/users' });
  await click(user, 'Next');
  await click(user, 'Next');
  await click(user, 'Instead');
  expect(address()).toBe('/users');
  await travel(-1);
  expect(shown()).toBe('everybody, page 2');
});

test('another search starts on the first page, once the typing pauses', async () => {
  vi.useFakeTimers();
  const user = show(<People />, { at: '/users?page=4' });
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ravi');
  await pass(PAUSE_MS - 1);
  expect(shown()).toBe('everybody, page 4');
  await pass(1);
  expect([shown(), address()]).toEqual(['ravi, page 1', '/users?search=ravi']);
});

test('two changes in one turn do not lose the first', async () => {
  const user = show(<People />, { at: '/users' });
  await click(user, 'Both');
  expect(shown()).toBe('asha, page 2');
});

test('Back brings the search box back to what was searched, and drops what was being typed', async () => {
  vi.useFakeTimers();
  const user = show(<People />, { at: '/users?search=asha' });
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  await user.clear(box);
  await pass(PAUSE_MS);
  expect(shown()).toBe('everybody, page 1');
  await user.type(box, 'ra');
  await travel(-1);
  await pass(PAUSE_MS);
  expect(box.value).toBe('asha');
  expect(address()).toBe('/users?search=asha');
});
