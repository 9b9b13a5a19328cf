import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../test/show.tsx';
import { AskingDialog } from './asking-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { UnsentForms, useCounted } from './use-counted.ts';

function Note({ label }: { label: string }) {
  const [text, setText] = useState('');
  useCounted(UnsentForms, text !== '');
  return <input aria-label={label} value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}

/** Dialog with two forms, one of which can be put away, and something to delete. */
function Details() {
  const [opened, setOpened] = useState(true);
  const [unsent, setUnsent] = useState(0);
  const [withSecond, setSecond] = useState(true);
  const [asking, setAsking] = useState(false);
  return (
    <AskingDialog opened={opened} isTyped={() => unsent > 0} onClose={() => setOpened(false)} title="Details">
      {() => (
        <UnsentForms value={setUnsent}>
          <Note label="First" />
          {withSecond && <Note label="Second" />}
          <button type="button" onClick={() => setSecond(false)}>
            Put away
          </button>
          <button type="button" onClick={() => setAsking(true)}>
            Delete
          </button>
          <ConfirmDialog
            opened={asking}
            question="Are you sure you want to delete this reminder?"
            onConfirm={() => setAsking(false)}
            onClose={() => setAsking(false)}
          />
        </UnsentForms>
      )}
    </AskingDialog>
  );
}

function details() {
  return screen.queryByRole('dialog', { name: 'Details' });
}

function isAsking() {
  return screen.queryByText('Are you sure you want to discard what you have typed?') !== null;
}

test('any one of its forms makes the dialog ask, and an emptied one no longer does', async () => {
  const user = show(<Details />);
  await user.type(screen.getByLabelText('First'), 'a');
  await user.type(screen.getByLabelText('Second'), 'b');
  await user.clear(screen.getByLabelText('First'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isAsking()).toBe(true));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isAsking()).toBe(false));
  await user.clear(screen.getByLabelText('Second'));
  await user.keyboard('{Escape}');
  expect(details()).toBeNull();
});

test('a form that was put away with something in it no longer counts', async () => {
  const user = show(<Details />);
  await user.type(screen.getByLabelText('Second'), 'b');
  await user.click(screen.getByRole('button', { name: 'Put away' }));
  await user.keyboard('{Escape}');
  expect(details()).toBeNull();
});

test('Escape closes what lies over the dialog, then the dialog, one at a time; the focus goes back by the same way', async () => {
  const user = show(<Details />);
  const remove = screen.getByRole('button', { name: 'Delete' });
  await user.click(remove);
  await screen.findByText('Are you sure you want to delete this reminder?');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(remove).toBe(document.activeElement));
  expect(screen.queryByText('Are you sure you want to delete this reminder?')).toBeNull();
  expect(details()).not.toBeNull();
  await user.keyboard('{Escape}');
  expect(details()).toBeNull();
});

test('while it is being done a question can not be left', async () => {
  const closed: string[] = [];
  const user = show(
    <ConfirmDialog
      opened
      busy
      question="Delete this act?"
      onConfirm={() => {}}
      onClose={() => closed.push('closed')}
    />,
  );
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(closed).toEqual([]);
});

test('a dialog that is busy can not be left, and does not ask either', async () => {
  const close = vi.fn();
  const user = show(
    <AskingDialog opened isTyped={() => true} isBusy={() => true} onClose={close} title="Item">
      {(leave) => (
        <button type="button" onClick={leave}>
          Cancel
        </button>
      )}
    </AskingDialog>,
  );
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  // The question would come a moment later.
  await new Promise((resolve) => setTimeout(resolve));
  expect(isAsking()).toBe(false);
  expect(close).not.toHaveBeenCalled();
});
