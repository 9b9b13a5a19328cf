import { Menu } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../../test/show.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

const button = (name: string) => screen.getByRole('button', { name });
const hasFocus = (name: string) => waitFor(() => expect(button(name)).toBe(document.activeElement));

function Shown({ isKept }: { isKept: boolean }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Show
      </button>
      {(isKept || opened) && (
        <Dialog opened={opened} title="Preview" onClose={() => setOpened(false)}>
          <button type="button">Next page</button>
        </Dialog>
      )}
    </>
  );
}

test.each([
  ['there all the time', true],
  ['made when it opens', false],
])('a dialog that is %s gives the focus back to what opened it', async (_, isKept) => {
  const user = show(<Shown isKept={isKept} />);
  await user.click(button('Show'));
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  await hasFocus('Show');
});

function WithMenu() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Menu>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpened(true)}>Rename</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened && (
        <Dialog opened title="Rename" onClose={() => setOpened(false)}>
          <input aria-label="Name" />
        </Dialog>
      )}
    </>
  );
}

test('opened from a menu, which is gone by then, it gives the focus to the button of the menu', async () => {
  const user = show(<WithMenu />);
  await user.click(button('More'));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  await user.keyboard('{Escape}');
  await hasFocus('More');
});

function Rows({ names }: { names: readonly string[] }) {
  const [left, setLeft] = useState(names);
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <>
      <button type="button">Above</button>
      <ul>
        {left.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => setAsked(name)}>
              Delete {name}
            </button>
          </li>
        ))}
      </ul>
      <button type="button">Below</button>
      <ConfirmDialog
        opened={asked !== null}
        question="Delete it?"
        onConfirm={() => {
          setLeft((before) => before.filter((one) => one !== asked));
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

test.each([
  ['the next row', ['a', 'b', 'c'], 'b', 'Delete c'],
  ['the row before, after the last one', ['a', 'b'], 'b', 'Delete a'],
  ['what follows the list, after the only one', ['a'], 'a', 'Below'],
])('where what opened it has gone, %s has the focus', async (_, names, removed, next) => {
  const user = show(<Rows names={names} />);
  await user.click(button(`Delete ${removed}`));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await hasFocus(next);
});

test('focus that was moved on meanwhile stays where it is', async () => {
  const user = show(<Shown isKept={false} />);
  await user.click(button('Show'));
  await user.keyboard('{Escape}');
  const other = document.body.appendChild(document.createElement('input'));
  other.focus();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(document.activeElement).toBe(other);
  other.remove();
});

function Removing() {
  const [opened, setOpened] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Remove
      </button>
      <ul ref={list} tabIndex={-1} />
      <ConfirmDialog
        opened={opened}
        question="Remove it?"
        onConfirm={() => {
          list.current?.focus();
          setOpened(false);
        }}
        onClose={() => setOpened(false)}
      />
    </>
  );
}

test('focus that was moved on as the dialog closed stays where it is', async () => {
  const user = show(<Removing />);
  await user.click(button('Remove'));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(document.activeElement).toBe(screen.getByRole('list'));
});
