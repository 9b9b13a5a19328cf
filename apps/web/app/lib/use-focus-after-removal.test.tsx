import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../test/show.tsx';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

function Acts({ removes = (at: number, clicked: number) => at === clicked }) {
  const [acts, setActs] = useState(['Wages', 'Bonus', 'Gratuity']);
  const list = useFocusAfterRemoval<HTMLUListElement>(acts.length);
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Acts">
        {acts.map((act, clicked) => (
          <li key={act}>
            <button type="button" onClick={() => setActs(acts.filter((_, at) => !removes(at, clicked)))}>
              Delete {act}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => setActs([...acts, 'Factories'])}>
        Add
      </button>
    </>
  );
}

test('the list takes the focus of what was removed from it', async () => {
  const user = show(<Acts />);
  await user.click(screen.getByRole('button', { name: 'Delete Bonus' }));
  expect(screen.queryByRole('button', { name: 'Delete Bonus' })).toBeNull();
  expect(screen.getByRole('list', { name: 'Acts' })).toBe(document.activeElement);
});

test('a focus that is elsewhere stays there when something is removed', async () => {
  const user = show(<Acts removes={(at, clicked) => at === clicked + 1} />);
  const wages = screen.getByRole('button', { name: 'Delete Wages' });
  await user.click(wages);
  expect(screen.queryByRole('button', { name: 'Delete Bonus' })).toBeNull();
  expect(wages).toBe(document.activeElement);
});

test('what comes while nothing has the focus gives it to nobody', () => {
  show(<Acts />);
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByRole('button', { name: 'Delete Factories' })).toBeTruthy();
  expect(document.body).toBe(document.activeElement);
});

test('what comes, and what goes after that, are told apart', async () => {
  const user = show(<Acts />);
  const add = screen.getByRole('button', { name: 'Add' });
  await user.click(add);
  expect(add).toBe(document.activeElement);
  await user.click(screen.getByRole('button', { name: 'Delete Factories' }));
  expect(screen.getByRole('list', { name: 'Acts' })).toBe(document.activeElement);
});
