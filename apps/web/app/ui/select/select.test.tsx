import { Combobox, useCombobox } from '@mantine/core';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/show.tsx';
import { Select } from './select.tsx';
import { useRenderedWithList } from './use-rendered-with-list.ts';

const STATES = ['Goa', 'Kerala', 'Punjab'];

function ListButton() {
  const combobox = useCombobox();
  return (
    <Combobox store={combobox}>
      <Combobox.Target targetType="button" aria-expanded={combobox.dropdownOpened}>
        <button type="button" onClick={() => combobox.toggleDropdown()}>
          State
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options ref={useRenderedWithList()}>
          {STATES.map((state) => (
            <Combobox.Option key={state} value={state}>
              {state}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

test.each([
  ['a select', <Select key="select" label="State" data={STATES} />],
  ['a select that can be searched', <Select key="searched" label="State" data={STATES} searchable />],
  ['a select with many options', <Select key="many" label="State" data={STATES} maxDropdownHeight={60} />],
  ['a button with a list', <ListButton key="button" />],
])('%s says whether it is open and which list it controls, each time', (_, control) => {
  show(control);
  const target = () => screen.queryByRole('combobox', { name: 'State' }) ?? screen.getByRole('button');
  for (const close of [() => fireEvent.keyDown(target(), { key: 'Escape' }), () => fireEvent.blur(target())]) {
    expect(target().getAttribute('aria-expanded')).toBe('false');
    expect(target().getAttribute('aria-controls')).toBeNull();
    fireEvent.click(target());
    expect(target().getAttribute('aria-expanded')).toBe('true');
    expect(target().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
    close();
  }
});

test('a select that the keyboard opens names the option that the keys are at', () => {
  show(<Select label="State" data={STATES} />);
  const target = screen.getByRole('combobox', { name: 'State' });
  fireEvent.keyDown(target, { code: 'ArrowDown', key: 'ArrowDown' });
  expect(target.getAttribute('aria-expanded')).toBe('true');
  fireEvent.keyDown(target, { code: 'ArrowDown', key: 'ArrowDown' });
  expect(target.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: 'Goa' }).id);
});
