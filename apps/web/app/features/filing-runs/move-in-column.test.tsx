import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { moveInColumn } from './move-in-column.ts';

test('keys go from line to line in one column, past what takes nothing', () => {
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its fields come here
    <div onKeyDown={moveInColumn}>
      {[1, 2, 3].map((line) => (
        <div key={line}>
          <input aria-label={`amount ${line}`} data-column="amount" disabled={line === 2} />
          <div data-column="paid-on">
            <input aria-label={`paid ${line}`} />
          </div>
          <input aria-label={`status ${line}`} />
        </div>
      ))}
    </div>,
  );
  const press = (from: string, key: string, more = {}) => {
    screen.getByLabelText(from).focus();
    fireEvent.keyDown(screen.getByLabelText(from), { key, ...more });
    return document.activeElement?.getAttribute('aria-label');
  };
  expect(press('amount 1', 'Enter')).toBe('amount 3');
  expect(press('amount 3', 'ArrowUp')).toBe('amount 1');
  expect(press('paid 1', 'ArrowDown')).toBe('paid 2');
  expect(press('paid 3', 'Enter')).toBe('paid 3');
  expect(press('amount 1', 'ArrowDown', { ctrlKey: true })).toBe('amount 1');
  expect(press('status 1', 'ArrowDown')).toBe('status 1');
});
